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
 * writer has it. */

int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a)
{
	STORE((int *)l, 0);
	return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
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

static int __whittle_rwlock_try(pthread_rwlock_t *l, int write, int busy)
{
	int n, r = 0;
	__whittle_atomic_begin();
	__whittle_sync(write ? "trywrlock" : "tryrdlock", l);
	n = LOAD((int *)l);
	if (n < 0 || (write && n != 0))
		r = busy;
	else
		STORE((int *)l, write ? -1 : n + 1);
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

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *t)
{
	return __whittle_rwlock_try(l, 0, ETIMEDOUT);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *t)
{
	return __whittle_rwlock_try(l, 1, ETIMEDOUT);
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

int pthread_rwlockattr_init(pthread_rwlockattr_t *a)
{
	return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a)
{
	return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *a, int v)
{
	return 0;
}

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int v)
{
	return 0;
}

/* A barrier lets rounds of total threads pass. The last one to come is the
 * serial thread, as in glibc. */
struct __whittle_barrier {
	unsigned int total, arrived, round;
};
_Static_assert(sizeof(struct __whittle_barrier) <= sizeof(pthread_barrier_t), "");

int pthread_barrier_init(pthread_barrier_t *p, const pthread_barrierattr_t *a, unsigned int count)
{
	struct __whittle_barrier *b = (struct __whittle_barrier *)p;
	if (count == 0)
		return EINVAL;
	STORE(&b->total, count);
	STORE(&b->arrived, 0);
	STORE(&b->round, 0);
	return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *b)
{
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
	if (last)
		STORE(&b->round, round + 1);
	__whittle_atomic_end();
	if (last)
		return PTHREAD_BARRIER_SERIAL_THREAD;
	__whittle_atomic_begin();
	__whittle_sync("barrier-leave", p);
	__whittle_await(LOAD(&b->round) != round);
	__whittle_atomic_end();
	return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *a)
{
	return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *a)
{
	return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *a, int v)
{
	return 0;
}

/* Semaphores. */

int sem_init(sem_t *s, int shared, unsigned int value)
{
	if (value > SEM_VALUE_MAX) {
		errno = EINVAL;
		return -1;
	}
	STORE((unsigned int *)s, value);
	return 0;
}

int sem_destroy(sem_t *s)
{
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
	if (n == 0) {
		errno = error;
		return -1;
	}
	return 0;
}

int sem_trywait(sem_t *s)
{
	return __whittle_sem_try(s, EAGAIN);
}

int sem_timedwait(sem_t *s, const struct timespec *t)
{
	return __whittle_sem_try(s, ETIMEDOUT);
}

int sem_clockwait(sem_t *s, clockid_t c, const struct timespec *t)
{
	return __whittle_sem_try(s, ETIMEDOUT);
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
	if (n == SEM_VALUE_MAX) {
		errno = EOVERFLOW;
		return -1;
	}
	return 0;
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

int sem_close(sem_t *s)
{
	return 0;
}

int sem_unlink(const char *name)
{
	return 0;
}
