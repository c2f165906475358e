/*
 * Reader-writer locks that know which writers wait: the forms with the suffix
 * _writers, for programs in which a reader may wait behind a writer that waits
 * itself, or may be told that it would.
 *
 * Whom a lock prefers is laid down for few: with PREFER_WRITER_NONRECURSIVE_NP
 * readers wait while a writer does, with PREFER_READER_NP (and with
 * PREFER_WRITER_NP, which glibc takes for the same) they do not. POSIX leaves
 * it open for all others. Here these prefer writers, and that is no loss for
 * what happens in a finite time: what a lock that prefers readers allows
 * happens as well where the writer comes later. But a writer that would wait
 * for ever behind readers may get it then. Where that matters, in the form with
 * the suffix _open, each reader chooses.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

extern int __whittle_rwlock_writer(void);

struct __whittle_rwlock {
	int word;             /* as in the other forms */
	unsigned int waiting; /* writers that wait until they get it */
	unsigned int timed;   /* those that wait for some time */
	int prefers;          /* READERS or WRITERS for certain; 0: that is open */
};
_Static_assert(sizeof(struct __whittle_rwlock) <= sizeof(pthread_rwlock_t), "");
#define RWLOCK(l) ((struct __whittle_rwlock *)(l))
enum { READERS = 1, WRITERS };

/* Whether a reader waits behind a writer that waits, where that is open. The result is a constant on each path:
 * it must be known whether a thread waits. */
int __whittle_rwlock_polite(void)
{
	return 1;
}

int __whittle_rwlock_polite_open(void)
{
	if (__whittle_nondet_int())
		return 1;
	return 0;
}

int pthread_rwlock_init_writers(pthread_rwlock_t *l, const pthread_rwlockattr_t *a)
{
	int kind = a ? *(const int *)a & 0xf : 0;
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_MAKE(l);
	RWLOCK(l)->waiting = 0;
	RWLOCK(l)->timed = 0;
	if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP + 1)
		RWLOCK(l)->prefers = WRITERS;
	else
		RWLOCK(l)->prefers = kind ? READERS : 0;
	return 0;
}

int pthread_rwlock_rdlock_writers(pthread_rwlock_t *l)
{
	int n, dead, prefers, behind, self = __whittle_rwlock_writer(), polite = __whittle_rwlock_polite();
	__whittle_atomic_begin();
	__whittle_sync("rdlock", l);
	n = LOAD(&RWLOCK(l)->word);
	dead = (self != -1) & (n == self);
	prefers = LOAD(&RWLOCK(l)->prefers);
	behind = (LOAD(&RWLOCK(l)->waiting) != 0) & ((prefers == WRITERS) | ((prefers == 0) & polite));
	__whittle_await(dead | ((n >= 0) & !behind));
	if (!dead)
		STORE(&RWLOCK(l)->word, n + 1);
	__whittle_atomic_end();
	return dead ? EDEADLK : 0;
}

/* A writer takes the lock, or comes to wait for it. The result is what the word was. */
static int __whittle_rwlock_arrive(pthread_rwlock_t *l, unsigned int *waiting)
{
	int n, self = __whittle_rwlock_writer();
	__whittle_atomic_begin();
	__whittle_sync("wrlock", l);
	n = LOAD(&RWLOCK(l)->word);
	if (n == 0)
		STORE(&RWLOCK(l)->word, self);
	__whittle_atomic_end();
	if (n == 0 || self != -1 && n == self)
		return n;
	__whittle_atomic_begin();
	__whittle_sync("wrlock-wait", l);
	STORE(waiting, LOAD(waiting) + 1);
	__whittle_atomic_end();
	return n;
}

int pthread_rwlock_wrlock_writers(pthread_rwlock_t *l)
{
	int self = __whittle_rwlock_writer(), n = __whittle_rwlock_arrive(l, &RWLOCK(l)->waiting);
	if (n == 0)
		return 0;
	if (self != -1 && n == self)
		return EDEADLK;
	__whittle_atomic_begin();
	__whittle_sync("wrlock", l);
	__whittle_await(LOAD(&RWLOCK(l)->word) == 0);
	STORE(&RWLOCK(l)->word, self);
	STORE(&RWLOCK(l)->waiting, LOAD(&RWLOCK(l)->waiting) - 1);
	__whittle_atomic_end();
	return 0;
}

int __whittle_rwlock_try_writers(pthread_rwlock_t *l, int write, int busy)
{
	int n, prefers, behind, r = 0, self = __whittle_rwlock_writer(), polite = __whittle_rwlock_polite();
	__whittle_atomic_begin();
	__whittle_sync("trylock", l);
	n = LOAD(&RWLOCK(l)->word);
	prefers = LOAD(&RWLOCK(l)->prefers);
	behind = (LOAD(&RWLOCK(l)->waiting) + LOAD(&RWLOCK(l)->timed) != 0) &
		 ((prefers == WRITERS) | ((prefers == 0) & polite));
	if (n < 0 || (write ? n != 0 : behind))
		r = self != -1 && n == self && busy != EBUSY ? EDEADLK : busy;
	else
		STORE(&RWLOCK(l)->word, write ? self : n + 1);
	__whittle_atomic_end();
	return r;
}

/* A writer whose time may be over whenever the lock is not free. Readers that wait behind it go on by then. */
int __whittle_rwlock_write_timed_writers(pthread_rwlock_t *l)
{
	int r, self = __whittle_rwlock_writer(), n = __whittle_rwlock_arrive(l, &RWLOCK(l)->timed);
	if (n == 0)
		return 0;
	if (self != -1 && n == self)
		return EDEADLK;
	__whittle_atomic_begin();
	__whittle_sync("trylock", l);
	r = LOAD(&RWLOCK(l)->word) == 0 ? 0 : ETIMEDOUT;
	if (r == 0)
		STORE(&RWLOCK(l)->word, self);
	STORE(&RWLOCK(l)->timed, LOAD(&RWLOCK(l)->timed) - 1);
	__whittle_atomic_end();
	return r;
}
