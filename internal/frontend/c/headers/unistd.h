#ifndef __WHITTLE_UNISTD_H
#define __WHITTLE_UNISTD_H
#include <bits/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 30
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
