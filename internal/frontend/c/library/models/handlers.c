/*
 * Signals that the program catches, for programs that do (the forms with the suffix _signals).
 *
 * A signal may be sent from outside at any time and any number of times. So what a thread sends to another one, or
 * leaves pending for the process, needs no record: it arrives like any other. What a thread sends to itself
 * arrives before the call returns, or when it is no longer blocked. The front end has __whittle_signal_point
 * called after steps of threads.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long long __whittle_signals;

#define BIT(sig) (1ull << ((sig) - 1))
#define OWN(sig) ((sig) == 32 || (sig) == 33)

/* What the program has set, in the order in which it did so first. */
#define CAUGHT 8
struct __whittle_caught {
	int sig, flags;
	__whittle_signals mask;
	__sighandler_t handler;
};
static struct __whittle_caught __whittle_caught[CAUGHT];
static int __whittle_catching; /* how many there are */

_Thread_local __whittle_signals __whittle_mask;    /* what is blocked */
_Thread_local __whittle_signals __whittle_touched; /* of what the program has said whether it is */
_Thread_local __whittle_signals __whittle_pending; /* sent by the thread itself */

static __whittle_signals __whittle_get_set(const sigset_t *s)
{
	return sizeof(long) == 8 ? s->__val[0] : s->__val[0] | (__whittle_signals)s->__val[64 / (8 * sizeof(long)) - 1] << 32;
}

static void __whittle_put_set(sigset_t *s, __whittle_signals v)
{
	s->__val[0] = (unsigned long)v;
	if (sizeof(long) == 4)
		s->__val[64 / (8 * sizeof(long)) - 1] = (unsigned long)(v >> 32);
}

static int __whittle_bad_signal(int sig)
{
	if (sig >= 1 && sig <= 64 && !OWN(sig))
		return 0;
	__whittle_error(EINVAL);
	return 1;
}

/* The entry of a signal, or that of none yet. */
static int __whittle_entry(int sig)
{
	int i;
	for (i = 0; i < __whittle_catching; i++)
		if (__whittle_caught[i].sig == sig)
			break;
	return i;
}

int sigaction_signals(int sig, const struct sigaction *act, struct sigaction *old)
{
	struct sigaction new, was;
	int i, known, ignored = __whittle_nondet_int();
	if (__whittle_bad_signal(sig))
		return -1;
	if (act) {
		if (sig == SIGKILL || sig == SIGSTOP) {
			__whittle_error(EINVAL);
			return -1;
		}
		new = *act;
		if (sig == SIGABRT && new.sa_handler != SIG_DFL && new.sa_handler != SIG_IGN)
			__whittle_passable("catching SIGABRT");
	}
	__whittle_atomic_begin();
	i = __whittle_entry(sig);
	known = i < __whittle_catching;
	if (known) {
		was.sa_handler = __whittle_caught[i].handler;
		was.sa_flags = __whittle_caught[i].flags;
		__whittle_put_set(&was.sa_mask, __whittle_caught[i].mask);
	}
	if (act) {
		if (i >= CAUGHT)
			__whittle_unsupported("what is done with more than 8 signals");
		__whittle_caught[i].sig = sig;
		__whittle_caught[i].flags = new.sa_flags;
		__whittle_caught[i].mask = __whittle_get_set(&new.sa_mask);
		__whittle_caught[i].handler = new.sa_handler;
		if (!known)
			__whittle_catching = i + 1;
	}
	__whittle_atomic_end();
	if (old && known)
		*old = was;
	if (old && !known) {
		old->sa_handler = ignored ? SIG_IGN : SIG_DFL;
		__whittle_put_set(&old->sa_mask, __whittle_inexact_ulong("sigaction"));
		old->sa_flags = __whittle_inexact_int("sigaction");
	}
	return 0;
}

__sighandler_t signal_signals(int sig, __sighandler_t handler)
{
	struct sigaction new, old;
	new.sa_handler = handler;
	new.sa_flags = SA_RESTART;
	__whittle_put_set(&new.sa_mask, 0);
	if (handler == SIG_ERR) {
		__whittle_error(EINVAL);
		return SIG_ERR;
	}
	return sigaction_signals(sig, &new, &old) ? SIG_ERR : old.sa_handler;
}

/* What a handler is told beside the signal. */
static siginfo_t __whittle_told;

static void __whittle_handle(int sig, int flags, __whittle_signals mask, __sighandler_t handler)
{
	__whittle_signals was = __whittle_mask;
	__whittle_pending &= ~BIT(sig);
	__whittle_mask = was | mask | (flags & SA_NODEFER ? 0 : BIT(sig));
	if (flags & SA_SIGINFO) {
		siginfo_t told = __whittle_told;
		told.si_signo = sig;
		told.si_code = __whittle_inexact_int("a signal");
		((void (*)(int, siginfo_t *, void *))handler)(sig, &told, &__whittle_told);
	} else {
		handler(sig);
	}
	__whittle_mask = was;
}

/* A signal arrives that is caught and not blocked. The result are the flags with which it is caught. */
int __whittle_arrives(void)
{
	int i = __whittle_choice("the signal that arrives"), sig, flags;
	__whittle_signals mask;
	__sighandler_t handler;
	__whittle_atomic_begin();
	__whittle_assume(i >= 0 && i < __whittle_catching);
	sig = __whittle_caught[i].sig;
	flags = __whittle_caught[i].flags;
	mask = __whittle_caught[i].mask;
	handler = __whittle_caught[i].handler;
	__whittle_assume(handler != SIG_DFL && handler != SIG_IGN && !(__whittle_mask & BIT(sig)));
	if (flags & SA_RESETHAND)
		__whittle_caught[i].handler = SIG_DFL;
	__whittle_atomic_end();
	__whittle_handle(sig, flags, mask, handler);
	return flags;
}

void __whittle_signal_point(void)
{
	__whittle_arrives();
}

/* The thread gets a signal that it does not block. */
static void __whittle_gets(int sig)
{
	int i, flags = 0, ignored = __whittle_nondet_int();
	__whittle_signals mask = 0;
	__sighandler_t handler = ignored ? SIG_IGN : SIG_DFL;
	__whittle_atomic_begin();
	i = __whittle_entry(sig);
	if (i < __whittle_catching) {
		flags = __whittle_caught[i].flags;
		mask = __whittle_caught[i].mask;
		handler = __whittle_caught[i].handler;
		if (flags & SA_RESETHAND)
			__whittle_caught[i].handler = SIG_DFL;
	}
	__whittle_atomic_end();
	if (handler == SIG_IGN && sig != SIGKILL && sig != SIGSTOP)
		return;
	if (handler != SIG_DFL && handler != SIG_IGN) {
		__whittle_handle(sig, flags, mask, handler);
		return;
	}
	if (sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT)
		return;
	if (sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU)
		__whittle_unsupported("a signal that stops the process");
	abort();
}

/* Those that were sent while they were blocked arrive now. */
static void __whittle_get_pending(void)
{
	while (__whittle_pending & ~__whittle_mask) {
		int sig = __whittle_choice("the signal that arrives");
		__whittle_assume(sig >= 1 && sig <= 64);
		__whittle_assume((__whittle_pending & ~__whittle_mask & BIT(sig)) != 0);
		__whittle_pending &= ~BIT(sig);
		__whittle_gets(sig);
	}
}

int raise_signals(int sig)
{
	if (sig == 0)
		return 0;
	if (__whittle_bad_signal(sig))
		return -1;
	if (__whittle_mask & BIT(sig))
		__whittle_pending |= BIT(sig);
	else
		__whittle_gets(sig);
	return 0;
}

/* In a program with threads another one may get it. */
int __whittle_goes_elsewhere(void)
{
	return 0;
}

int __whittle_goes_elsewhere_shared(void)
{
	return __whittle_nondet_int();
}

int __whittle_goes_elsewhere_queue_shared(void)
{
	__whittle_unsupported("kill in a program with threads");
	return 0;
}

int kill_signals(pid_t p, int sig)
{
	if (sig < 0 || sig > 64) {
		__whittle_error(EINVAL);
		return -1;
	}
	if (p == getpid() || p == 0 || p == -1)
		return __whittle_goes_elsewhere() ? 0 : raise_signals(sig);
	if (!__whittle_nondet_int())
		return 0;
	__whittle_error(__whittle_inexact_int("kill"));
	return -1;
}

int pthread_kill_signals(pthread_t t, int sig)
{
	if (sig < 0 || sig > 64)
		return EINVAL;
	if (t == __whittle_self())
		raise_signals(sig);
	return 0;
}

int pthread_kill_queue_signals(pthread_t t, int sig)
{
	if (sig < 0 || sig > 64)
		return EINVAL;
	if (t != __whittle_self())
		__whittle_unsupported("a signal for another thread");
	raise_signals(sig);
	return 0;
}

static int __whittle_change_mask(int how, const sigset_t *set, sigset_t *old)
{
	__whittle_signals now = __whittle_mask, touched = __whittle_touched, given = 0;
	if (set) {
		given = __whittle_get_set(set);
		if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
			return EINVAL;
	}
	if (old)
		__whittle_put_set(old, now & touched | __whittle_inexact_ulong("a set of signals") & ~touched);
	if (!set)
		return 0;
	__whittle_touched = how == SIG_SETMASK ? ~0ull : touched | given;
	given &= ~(BIT(SIGKILL) | BIT(SIGSTOP));
	__whittle_mask = how == SIG_SETMASK ? given : how == SIG_BLOCK ? now | given : now & ~given;
	__whittle_get_pending();
	return 0;
}

int pthread_sigmask_signals(int how, const sigset_t *set, sigset_t *old)
{
	return __whittle_change_mask(how, set, old);
}

int sigprocmask_signals(int how, const sigset_t *set, sigset_t *old)
{
	int error = __whittle_change_mask(how, set, old);
	if (!error)
		return 0;
	__whittle_error(error);
	return -1;
}

int sigwait_signals(const sigset_t *set, int *sig)
{
	int s = __whittle_choice("the signal that arrives");
	__whittle_signals these = __whittle_get_set(set);
	*sig = s; /* an address that is wrong is so however long it waits */
	__whittle_assume(s >= 1 && s <= 64);
	__whittle_assume((these & BIT(s)) != 0);
	__whittle_pending &= ~BIT(s);
	return 0;
}

/* Waits until a handler has run. */
int pause_signals(void)
{
	__whittle_arrives();
	__whittle_error(EINTR);
	return -1;
}

int sigsuspend_signals(const sigset_t *set)
{
	__whittle_signals was = __whittle_mask;
	__whittle_mask = __whittle_get_set(set);
	if (__whittle_pending & ~__whittle_mask)
		__whittle_get_pending();
	else
		__whittle_arrives();
	__whittle_mask = was;
	__whittle_error(EINTR);
	return -1;
}

unsigned int alarm_signals(unsigned int n)
{
	return (unsigned int)__whittle_nondet_int();
}

int sem_wait_signals(sem_t *s)
{
	unsigned int n;
	while (__whittle_nondet_int())
		if (!(__whittle_arrives() & SA_RESTART)) {
			__whittle_error(EINTR);
			return -1;
		}
	__whittle_atomic_begin();
	__whittle_sync("sem-wait", s);
	n = __atomic_load_n((unsigned int *)s, __ATOMIC_SEQ_CST);
	__whittle_await(n != 0);
	__atomic_store_n((unsigned int *)s, n - 1, __ATOMIC_SEQ_CST);
	__whittle_atomic_end();
	return 0;
}

unsigned int sleep_signals(unsigned int n)
{
	unsigned int rest = (unsigned int)__whittle_nondet_int();
	if (!__whittle_nondet_int())
		return 0;
	__whittle_arrives();
	__whittle_assume(rest <= n);
	return rest;
}

int usleep_signals(useconds_t n)
{
	int error = n >= 1000000 && __whittle_nondet_int() ? EINVAL : 0;
	if (!error && __whittle_nondet_int()) {
		__whittle_arrives();
		error = EINTR;
	}
	if (error)
		__whittle_error(error);
	return error ? -1 : 0;
}

int nanosleep_signals(const struct timespec *t, struct timespec *rest)
{
	struct timespec left;
	if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= 1000000000) {
		__whittle_error(EINVAL);
		return -1;
	}
	if (!__whittle_nondet_int())
		return 0;
	left.tv_sec = (time_t)__whittle_nondet_ulong();
	left.tv_nsec = (long)__whittle_nondet_ulong();
	__whittle_assume(left.tv_sec >= 0 && left.tv_sec <= t->tv_sec && left.tv_nsec >= 0 && left.tv_nsec < 1000000000);
	__whittle_assume(left.tv_sec < t->tv_sec || left.tv_nsec <= t->tv_nsec);
	__whittle_arrives();
	if (rest)
		*rest = left;
	__whittle_error(EINTR);
	return -1;
}

#define UNSUPPORTED(name, result, ...)                                    \
	result name(__VA_ARGS__)                                          \
	{                                                                 \
		__whittle_unsupported(#name);                             \
		return 0;                                                 \
	}

UNSUPPORTED(sem_timedwait_signals, int, sem_t *s, const struct timespec *t)
UNSUPPORTED(sem_clockwait_signals, int, sem_t *s, clockid_t c, const struct timespec *t)
UNSUPPORTED(clock_nanosleep_signals, int, clockid_t c, int flags, const struct timespec *t, struct timespec *rest)
UNSUPPORTED(thrd_sleep_signals, int, const struct timespec *t, struct timespec *rest)
UNSUPPORTED(raise, int, int sig)
UNSUPPORTED(kill, int, pid_t p, int sig)
UNSUPPORTED(alarm, unsigned int, unsigned int n)

int pause(void)
{
	__whittle_unsupported("the function pause, which may wait for ever");
	return 0;
}

int sigsuspend(const sigset_t *set)
{
	__whittle_get_set(set);
	__whittle_unsupported("the function sigsuspend, which may wait for ever");
	return 0;
}

int sigwait(const sigset_t *set, int *sig)
{
	__whittle_get_set(set);
	*sig = 0;
	__whittle_unsupported("the function sigwait, which may wait for ever");
	return 0;
}

int pthread_kill(pthread_t t, int sig)
{
	if (sig)
		__whittle_unsupported("pthread_kill");
	return 0;
}
