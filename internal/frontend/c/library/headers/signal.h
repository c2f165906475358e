#ifndef __WHITTLE_SIGNAL_H
#define __WHITTLE_SIGNAL_H
#include <bits/types.h>
#include <bits/pthread.h>
#include <bits/timespec.h>
typedef __SIG_ATOMIC_TYPE__ sig_atomic_t;
#include <bits/sigset.h>
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval sigval_t;
typedef struct { int si_signo, si_errno, si_code; int __pad[29]; } siginfo_t;
struct sigaction {
	union { __sighandler_t sa_handler; void (*sa_sigaction)(int, siginfo_t *, void *); };
	sigset_t sa_mask;
	int sa_flags;
	void (*sa_restorer)(void);
};
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGSTKFLT 16
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_ONSTACK 0x08000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define NSIG 65
extern __sighandler_t signal(int, __sighandler_t);
extern int raise(int);
extern int kill(pid_t, int);
extern int pthread_kill(pthread_t, int);
extern int pthread_sigmask(int, const sigset_t *__restrict, sigset_t *__restrict);
extern int sigemptyset(sigset_t *);
extern int sigfillset(sigset_t *);
extern int sigaddset(sigset_t *, int);
extern int sigdelset(sigset_t *, int);
extern int sigismember(const sigset_t *, int);
extern int sigaction(int, const struct sigaction *__restrict, struct sigaction *__restrict);
extern int sigprocmask(int, const sigset_t *__restrict, sigset_t *__restrict);
extern int sigwait(const sigset_t *__restrict, int *__restrict);
extern int sigsuspend(const sigset_t *);
extern int sigpending(sigset_t *);
#endif
