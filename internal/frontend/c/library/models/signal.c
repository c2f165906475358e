/*
 * Sets of signals, and what is done with signals. The two that the C library uses itself belong to no set. No
 * signal arrives, so that what blocks them has no effect; a function that catches one is not supported.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <signal.h>

#define WORD (8 * (int)sizeof(unsigned long))
#define OWN(sig) ((sig) == 32 || (sig) == 33)

static int __whittle_no_signal(int sig)
{
	if (sig >= 1 && sig <= 64)
		return 0;
	__whittle_error(EINVAL);
	return 1;
}

int sigemptyset(sigset_t *s)
{
	for (int i = 0; i < 64 / WORD; i++)
		s->__val[i] = 0;
	return 0;
}

int sigfillset(sigset_t *s)
{
	for (int i = 0; i < 64 / WORD; i++)
		s->__val[i] = ~0ul;
	s->__val[31 / WORD] &= ~(1ul << 31 % WORD);
	s->__val[32 / WORD] &= ~(1ul << 32 % WORD);
	return 0;
}

int sigaddset(sigset_t *s, int sig)
{
	if (__whittle_no_signal(OWN(sig) ? 0 : sig))
		return -1;
	s->__val[(sig - 1) / WORD] |= 1ul << (sig - 1) % WORD;
	return 0;
}

int sigdelset(sigset_t *s, int sig)
{
	if (__whittle_no_signal(OWN(sig) ? 0 : sig))
		return -1;
	s->__val[(sig - 1) / WORD] &= ~(1ul << (sig - 1) % WORD);
	return 0;
}

int sigismember(const sigset_t *s, int sig)
{
	if (__whittle_no_signal(sig))
		return -1;
	return s->__val[(sig - 1) / WORD] >> (sig - 1) % WORD & 1;
}

static __sighandler_t __whittle_catchers[65];
static char __whittle_catches[65];

/* The handler of a signal that can be caught, which gets another one unless that is null. */
static __sighandler_t __whittle_handler(int sig, const __sighandler_t *to)
{
	__sighandler_t was;
	int ignored = __whittle_nondet_int();
	__whittle_atomic_begin();
	was = __whittle_catchers[sig];
	if (!__whittle_catches[sig])
		was = ignored ? SIG_IGN : SIG_DFL;
	__whittle_catches[sig] = 1;
	__whittle_catchers[sig] = to ? *to : was;
	__whittle_atomic_end();
	return was;
}

static int __whittle_no_handler(int sig, int change)
{
	return __whittle_no_signal(OWN(sig) || change && (sig == SIGKILL || sig == SIGSTOP) ? 0 : sig);
}

__sighandler_t signal(int sig, __sighandler_t handler)
{
	if (handler == SIG_ERR || __whittle_no_handler(sig, 1)) {
		__whittle_error(EINVAL);
		return SIG_ERR;
	}
	if (handler != SIG_DFL && handler != SIG_IGN)
		__whittle_passable("catching a signal");
	return __whittle_handler(sig, &handler);
}

static void __whittle_any_mask(sigset_t *s)
{
	for (int i = 0; i < 64 / WORD; i++)
		s->__val[i] = __whittle_inexact_ulong("a set of signals");
}

int sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	__sighandler_t handler = SIG_DFL, was;
	if (act)
		handler = act->sa_handler;
	if (__whittle_no_handler(sig, act != 0))
		return -1;
	if (handler != SIG_DFL && handler != SIG_IGN)
		__whittle_passable("catching a signal");
	was = __whittle_handler(sig, act ? &handler : 0);
	if (old) {
		old->sa_handler = was;
		__whittle_any_mask(&old->sa_mask);
		old->sa_flags = __whittle_inexact_int("sigaction");
	}
	return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	if (set)
		(void)set->__val[0];
	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) {
		__whittle_error(EINVAL);
		return -1;
	}
	if (old)
		__whittle_any_mask(old);
	return 0;
}

int sigpending(sigset_t *s)
{
	__whittle_any_mask(s);
	return 0;
}
