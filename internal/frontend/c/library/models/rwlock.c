/*
 * Reader-writer locks, barriers and semaphores: each is one word, or a few,
 * at the begin of the object, zero at first.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

/* The word of a reader-writer lock is the number of readers, or -1 when a
 * writer has it. In the forms with the suffix _owner, for programs that look at
 * the results of waiting, it is -1 less the id of the writer, who is told that
 * it would wait for itself, as by glibc. */

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a)
{
	if (a)
		__WHITTLE_USE(a);
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_MAKE(l);
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
	__WHITTLE_DESTROY(l);
	return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
	int n;
	__whittle_atomic_begin();
	__whittle_sync("rdlock", l);
	n = LOAD((int *)l);
	__whittle_await(n >= 0);
	STORE((int *)l, n + 1);
	__whittle_atomic_end();
	return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
	__whittle_atomic_begin();
	__whittle_sync("wrlock", l);
	__whittle_await(LOAD((int *)l) == 0);
	STORE((int *)l, -1);
	__whittle_atomic_end();
	return 0;
}

static int __whittle_rwlock_self(void)
{
	return -1 - (int)__whittle_self();
}

int pthread_rwlock_rdlock_owner(pthread_rwlock_t *l)
{
	int n, self = __whittle_rwlock_self();
	__whittle_atomic_begin();
	__whittle_sync("rdlock", l);
	n = LOAD((int *)l);
	__whittle_await(n >= 0 || n == self);
	if (n != self)
		STORE((int *)l, n + 1);
	__whittle_atomic_end();
	return n == self ? EDEADLK : 0;
}

int pthread_rwlock_wrlock_owner(pthread_rwlock_t *l)
{
	int n, self = __whittle_rwlock_self();
	__whittle_atomic_begin();
	__whittle_sync("wrlock", l);
	n = LOAD((int *)l);
	__whittle_await(n == 0 || n == self);
	if (n != self)
		STORE((int *)l, self);
	__whittle_atomic_end();
	return n == self ? EDEADLK : 0;
}

/* What the word is while this thread writes. */
int __whittle_rwlock_writer(void)
{
	return -1;
}

int __whittle_rwlock_writer_owner(void)
{
	return __whittle_rwlock_self();
}

int __whittle_rwlock_try(pthread_rwlock_t *l, int write, int busy)
{
	int n, r = 0, self = __whittle_rwlock_writer();
	__whittle_atomic_begin();
	__whittle_sync("trylock", l);
	n = LOAD((int *)l);
	if (n < 0 || (write && n != 0))
		r = self != -1 && n == self && busy != EBUSY ? EDEADLK : busy;
	else
		STORE((int *)l, write ? self : n + 1);
	__whittle_atomic_end();
	return r;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
	return __whittle_rwlock_try(l, 0, EBUSY);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
	return __whittle_rwlock_try(l, 1, EBUSY);
}

int __whittle_rwlock_write_timed(pthread_rwlock_t *l)
{
	return __whittle_rwlock_try(l, 1, ETIMEDOUT);
}

/* A time that is none is noticed at once or after having waited. */
static int __whittle_rwlock_timed(pthread_rwlock_t *l, int write, const struct timespec *t)
{
	int r, none = t->tv_nsec < 0 || t->tv_nsec >= 1000000000;
	if (none && __whittle_nondet_int())
		return EINVAL;
	r = write ? __whittle_rwlock_write_timed(l) : __whittle_rwlock_try(l, 0, ETIMEDOUT);
	return r == ETIMEDOUT && none ? EINVAL : r;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *t)
{
	return __whittle_rwlock_timed(l, 0, t);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *t)
{
	return __whittle_rwlock_timed(l, 1, t);
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
	int n;
	__whittle_atomic_begin();
	__whittle_sync("rwunlock", l);
	n = LOAD((int *)l);
	STORE((int *)l, n > 0 ? n - 1 : 0);
	__whittle_atomic_end();
	return 0;
}

/* An attribute object is a number: one more than the kind, if one was set, and 0x10 for shared ones. */

int pthread_rwlockattr_init(pthread_rwlockattr_t *a)
{
	__WHITTLE_MAKE(a);
	return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a)
{
	__WHITTLE_DESTROY(a);
	return 0;
}

static int __whittle_shared_error(int v)
{
	return v != PTHREAD_PROCESS_PRIVATE && v != PTHREAD_PROCESS_SHARED ? EINVAL : 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int v)
{
	if (__whittle_shared_error(v))
		return EINVAL;
	*(int *)a = *(int *)a & 0xf | v << 4;
	return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *a, int *v)
{
	*v = *(const int *)a >> 4;
	return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int v)
{
	if (v < PTHREAD_RWLOCK_PREFER_READER_NP || v > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
		return EINVAL;
	*(int *)a = *(int *)a & ~0xf | v + 1;
	return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *a, int *v)
{
	int kind = *(const int *)a & 0xf;
	*v = kind ? kind - 1 : PTHREAD_RWLOCK_PREFER_READER_NP;
	return 0;
}

/* A barrier lets rounds of total threads pass. The last one to come is the
 * serial thread, as in glibc. */
struct __whittle_barrier {
	unsigned int total, arrived, round;
	/* In the forms with the suffix _left: how many threads have to leave rounds that are over, all and those
	 * of rounds 0 to 3. */
	unsigned int leaving;
	unsigned char in[4];
};
_Static_assert(sizeof(struct __whittle_barrier) <= sizeof(pthread_barrier_t), "");

int pthread_barrier_init(pthread_barrier_t *p, const pthread_barrierattr_t *a, unsigned int count)
{
	struct __whittle_barrier *b = (struct __whittle_barrier *)p;
	if (a)
		__WHITTLE_USE(a);
	if (count == 0 || count > 0x7fffffff)
		return EINVAL;
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_WHOLE(p);
	b->total = count;
	b->arrived = 0;
	b->round = 0;
	b->leaving = 0;
	b->in[0] = b->in[1] = b->in[2] = b->in[3] = 0;
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
	__WHITTLE_DESTROY(b);
	return 0;
}

/* The last thread of a round lets the others go. It may destroy the barrier then, which waits for them; the
 * forms with the suffix _left are for programs that do so and have memory that can be gone after that. */
void __whittle_barrier_opens(struct __whittle_barrier *b, unsigned int round)
{
}

void __whittle_barrier_opens_left(struct __whittle_barrier *b, unsigned int round)
{
	STORE(&b->leaving, LOAD(&b->leaving) + LOAD(&b->total) - 1);
	if (round < 4)
		STORE(&b->in[round], LOAD(&b->total) - 1);
}

void __whittle_barrier_leaves(struct __whittle_barrier *b, unsigned int round)
{
}

void __whittle_barrier_leaves_left(struct __whittle_barrier *b, unsigned int round)
{
	STORE(&b->leaving, LOAD(&b->leaving) - 1);
	if (round < 4)
		STORE(&b->in[round], LOAD(&b->in[round]) - 1);
}

/* The number of the next round, which must be that of no thread which has not left yet. Where it is known who
 * that is, the smallest one is taken, so that a program that goes on for ever comes back to its states. If
 * none of the first four is free, or too many threads are in each to be counted, rounds are numbered on for
 * good. */
unsigned int __whittle_barrier_next(struct __whittle_barrier *b, unsigned int round)
{
	return round + 1;
}

unsigned int __whittle_barrier_next_left(struct __whittle_barrier *b, unsigned int round)
{
	unsigned int taken;
	if (round > 3 || LOAD(&b->total) > 256)
		return round > 3 ? round + 1 : 4;
	taken = (round == 0) | (LOAD(&b->in[0]) != 0);
	taken += taken & (round == 1 | LOAD(&b->in[1]) != 0);
	taken += taken == 2 & (round == 2 | LOAD(&b->in[2]) != 0);
	return taken + (taken == 3 & (round == 3 | LOAD(&b->in[3]) != 0));
}

int pthread_barrier_destroy_left(pthread_barrier_t *p)
{
	__WHITTLE_DESTROY(p);
	__whittle_atomic_begin();
	__whittle_sync("barrier-leave", p);
	__whittle_await(LOAD(&((struct __whittle_barrier *)p)->leaving) == 0);
	__whittle_atomic_end();
	return 0;
}

int pthread_barrier_wait(pthread_barrier_t *p)
{
	struct __whittle_barrier *b = (struct __whittle_barrier *)p;
	unsigned int round, arrived;
	int last;
	__whittle_atomic_begin();
	__whittle_sync("barrier", p);
	round = LOAD(&b->round);
	arrived = LOAD(&b->arrived) + 1;
	last = arrived == LOAD(&b->total);
	STORE(&b->arrived, last ? 0 : arrived);
	if (last) {
		STORE(&b->round, __whittle_barrier_next(b, round));
		__whittle_barrier_opens(b, round);
	}
	__whittle_atomic_end();
	if (last)
		return PTHREAD_BARRIER_SERIAL_THREAD;
	__whittle_atomic_begin();
	__whittle_sync("barrier-leave", p);
	__whittle_await(LOAD(&b->round) != round);
	__whittle_barrier_leaves(b, round);
	__whittle_atomic_end();
	return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *a)
{
	__WHITTLE_MAKE(a);
	return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *a)
{
	__WHITTLE_DESTROY(a);
	return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int v)
{
	__WHITTLE_DESTROY(a);
	return __whittle_shared_error(v);
}

/* Semaphores. */

extern void __whittle_reads_text(const char *s, size_t most);

static int __whittle_sem_error(int error)
{
	__whittle_error(error);
	return -1;
}

int sem_init(sem_t *s, int shared, unsigned int value)
{
	if (value > SEM_VALUE_MAX)
		return __whittle_sem_error(EINVAL);
	__WHITTLE_WHOLE(s);
	*(unsigned int *)s = value;
	return 0;
}

int sem_destroy(sem_t *s)
{
	__WHITTLE_DESTROY(s);
	return 0;
}

int sem_wait(sem_t *s)
{
	unsigned int n;
	__whittle_atomic_begin();
	__whittle_sync("sem-wait", s);
	n = LOAD((unsigned int *)s);
	__whittle_await(n != 0);
	STORE((unsigned int *)s, n - 1);
	__whittle_atomic_end();
	return 0;
}

static int __whittle_sem_try(sem_t *s, int error)
{
	unsigned int n;
	__whittle_atomic_begin();
	__whittle_sync("sem-trywait", s);
	n = LOAD((unsigned int *)s);
	if (n != 0)
		STORE((unsigned int *)s, n - 1);
	__whittle_atomic_end();
	return n == 0 ? __whittle_sem_error(error) : 0;
}

int sem_trywait(sem_t *s)
{
	return __whittle_sem_try(s, EAGAIN);
}

/* A time that is none is noticed at once or after having waited. */
int sem_timedwait(sem_t *s, const struct timespec *t)
{
	int none = t->tv_nsec < 0 || t->tv_nsec >= 1000000000;
	if (none && __whittle_nondet_int())
		return __whittle_sem_error(EINVAL);
	return __whittle_sem_try(s, none ? EINVAL : ETIMEDOUT);
}

int sem_clockwait(sem_t *s, clockid_t c, const struct timespec *t)
{
	if (c != CLOCK_REALTIME && c != CLOCK_MONOTONIC)
		return __whittle_sem_error(EINVAL);
	return sem_timedwait(s, t);
}

int sem_post(sem_t *s)
{
	unsigned int n;
	__whittle_atomic_begin();
	__whittle_sync("sem-post", s);
	n = LOAD((unsigned int *)s);
	if (n != SEM_VALUE_MAX)
		STORE((unsigned int *)s, n + 1);
	__whittle_atomic_end();
	return n == SEM_VALUE_MAX ? __whittle_sem_error(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *s, int *value)
{
	*value = (int)LOAD((unsigned int *)s);
	return 0;
}

sem_t *sem_open(const char *name, int flags, ...)
{
	__whittle_unsupported("sem_open");
	return 0;
}

/* No semaphore has a name, since sem_open is not supported. */
int sem_close(sem_t *s)
{
	return __whittle_sem_error(EINVAL);
}

/* There may be a semaphore that another process has made. */
int sem_unlink(const char *name)
{
	int e = __whittle_nondet_int();
	__whittle_reads_text(name, (size_t)-1);
	__whittle_assume(e == 0 || e == EACCES || e == ENOENT || e == ENAMETOOLONG);
	return e ? __whittle_sem_error(e) : 0;
}
