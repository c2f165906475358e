#ifndef __WHITTLE_UNISTD_H
#define __WHITTLE_UNISTD_H
#include <bits/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _POSIX_THREADS 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
extern unsigned int sleep(unsigned int);
extern int usleep(useconds_t);
extern unsigned int alarm(unsigned int);
extern int pause(void);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t gettid(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern pid_t fork(void);
extern pid_t vfork(void);
extern int execv(const char *, char *const []);
extern int execvp(const char *, char *const []);
extern int execve(const char *, char *const [], char *const []);
extern void _exit(int) __attribute__((__noreturn__));
extern int close(int);
extern int dup(int);
extern int dup2(int, int);
extern int pipe(int [2]);
extern ssize_t read(int, void *, size_t);
extern ssize_t write(int, const void *, size_t);
extern off_t lseek(int, off_t, int);
extern int access(const char *, int);
extern int unlink(const char *);
extern int chdir(const char *);
extern char *getcwd(char *, size_t);
extern int fsync(int);
extern int fdatasync(int);
extern void sync(void);
extern int truncate(const char *, off_t);
extern int rmdir(const char *);
extern int link(const char *, const char *);
extern int symlink(const char *, const char *);
extern ssize_t readlink(const char *, char *, size_t);
extern int fchdir(int);
extern int chown(const char *, uid_t, gid_t);
extern int fchown(int, uid_t, gid_t);
extern ssize_t pread(int, void *, size_t, off_t);
extern ssize_t pwrite(int, const void *, size_t, off_t);
extern int pipe2(int [2], int);
extern int dup3(int, int, int);
extern int setuid(uid_t);
extern int seteuid(uid_t);
extern int setgid(gid_t);
extern int setegid(gid_t);
extern pid_t setsid(void);
extern pid_t getsid(pid_t);
extern pid_t getpgrp(void);
extern pid_t getpgid(pid_t);
extern int setpgid(pid_t, pid_t);
extern int nice(int);
extern int daemon(int, int);
extern int chroot(const char *);
extern int lockf(int, int, off_t);
extern int execl(const char *, const char *, ...);
extern int execlp(const char *, const char *, ...);
extern char *getlogin(void);
extern char *ttyname(int);
extern void *sbrk(__INTPTR_TYPE__);
extern int brk(void *);
extern char **environ;
extern int ftruncate(int, off_t);
extern int isatty(int);
extern long sysconf(int);
extern int getpagesize(void);
extern int gethostname(char *, size_t);
extern long syscall(long, ...);
extern int getopt(int, char *const [], const char *);
extern char *optarg;
extern int optind, opterr, optopt;
#endif
