/* Sets of signals. The two that the C library uses itself belong to none. */
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
