/*
 * Mutexes.
 *
 * The lock word is at offset 0, where glibc's static initialisers put a zero.
 * Two forms of each operation exist. Those without a suffix serve programs in
 * which every mutex is a normal one: the lock word is 0 or 1. Those with the
 * suffix _kinds look at the mutex's kind, and the lock word holds the owner's
 * id. The front end takes the second form for the whole program when some
 * mutex can have another kind.
 *
 * Unlocking a normal mutex that another thread has locked unlocks it, as in
 * glibc; an error-checking or recursive one gives EPERM.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

/* A mutex as the _kinds form sees it; the kind is where glibc has it. */
struct __whittle_mutex {
	unsigned long owner;
	unsigned int count;
	unsigned int unused;
	int kind;
};
_Static_assert(sizeof(struct __whittle_mutex) <= sizeof(pthread_mutex_t), "");
_Static_assert(__builtin_offsetof(struct __whittle_mutex, kind) == __builtin_offsetof(pthread_mutex_t, __data.__kind), "");

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a)
{
	if (a)
		__WHITTLE_USE(a);
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_MAKE(m);
	return 0;
}

/* What a mutex that was destroyed does is undefined. */
int pthread_mutex_destroy(pthread_mutex_t *m)
{
	return *(int *)m ? EBUSY : 0;
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
	__whittle_atomic_begin();
	__whittle_sync("lock", m);
	__whittle_await(LOAD((int *)m) == 0);
	STORE((int *)m, 1);
	__whittle_atomic_end();
	return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
	int r = 0;
	__whittle_atomic_begin();
	__whittle_sync("trylock", m);
	if (LOAD((int *)m) == 0)
		STORE((int *)m, 1);
	else
		r = EBUSY;
	__whittle_atomic_end();
	return r;
}

/* Time passes as it likes: the time may be over whenever the mutex is not
 * free. A time that is none is noticed only then. */
static int __whittle_late(const struct timespec *t)
{
	return t->tv_nsec < 0 || t->tv_nsec >= 1000000000 ? EINVAL : ETIMEDOUT;
}

int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *t)
{
	int r = 0;
	__whittle_atomic_begin();
	__whittle_sync("trylock", m);
	if (LOAD((int *)m) == 0)
		STORE((int *)m, 1);
	else
		r = ETIMEDOUT;
	__whittle_atomic_end();
	return r ? __whittle_late(t) : 0;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
	__whittle_atomic_begin();
	__whittle_sync("unlock", m);
	STORE((int *)m, 0);
	__whittle_atomic_end();
	return 0;
}

int pthread_mutex_init_kinds(pthread_mutex_t *p, const pthread_mutexattr_t *a)
{
	struct __whittle_mutex *m = (struct __whittle_mutex *)p;
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_WHOLE(p);
	m->owner = 0;
	m->count = 0;
	m->kind = a ? *(const int *)a : PTHREAD_MUTEX_NORMAL;
	return 0;
}

/* take is the part that the locking functions share: busy is the result when
 * another thread holds the mutex, 0 to wait for it. */
static int __whittle_mutex_take(struct __whittle_mutex *m, int busy)
{
	unsigned long self = __whittle_self();
	unsigned long owner = LOAD(&m->owner);
	int kind = LOAD(&m->kind) & 3;
	if (owner == self && kind == PTHREAD_MUTEX_RECURSIVE) {
		STORE(&m->count, LOAD(&m->count) + 1);
		return 0;
	}
	if (owner == self && kind == PTHREAD_MUTEX_ERRORCHECK && busy != EBUSY)
		return EDEADLK;
	if (busy && owner != 0)
		return busy;
	__whittle_await(owner == 0);
	STORE(&m->owner, self);
	return 0;
}

int pthread_mutex_lock_kinds(pthread_mutex_t *p)
{
	int r;
	__whittle_atomic_begin();
	__whittle_sync("lock", p);
	r = __whittle_mutex_take((struct __whittle_mutex *)p, 0);
	__whittle_atomic_end();
	return r;
}

int pthread_mutex_trylock_kinds(pthread_mutex_t *p)
{
	int r;
	__whittle_atomic_begin();
	__whittle_sync("trylock", p);
	r = __whittle_mutex_take((struct __whittle_mutex *)p, EBUSY);
	__whittle_atomic_end();
	return r;
}

int pthread_mutex_timedlock_kinds(pthread_mutex_t *p, const struct timespec *t)
{
	int r;
	__whittle_atomic_begin();
	__whittle_sync("trylock", p);
	r = __whittle_mutex_take((struct __whittle_mutex *)p, ETIMEDOUT);
	__whittle_atomic_end();
	return r == ETIMEDOUT ? __whittle_late(t) : r;
}

int pthread_mutex_unlock_kinds(pthread_mutex_t *p)
{
	struct __whittle_mutex *m = (struct __whittle_mutex *)p;
	int r = 0, kind;
	__whittle_atomic_begin();
	__whittle_sync("unlock", p);
	kind = LOAD(&m->kind) & 3;
	if ((kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) && LOAD(&m->owner) != __whittle_self())
		r = EPERM;
	else if (kind == PTHREAD_MUTEX_RECURSIVE && LOAD(&m->count) != 0)
		STORE(&m->count, LOAD(&m->count) - 1);
	else
		STORE(&m->owner, 0);
	__whittle_atomic_end();
	return r;
}

int pthread_mutex_destroy_kinds(pthread_mutex_t *p)
{
	return ((struct __whittle_mutex *)p)->owner ? EBUSY : 0;
}

int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t c, const struct timespec *t)
{
	if (c != CLOCK_REALTIME && c != CLOCK_MONOTONIC)
		return EINVAL;
	return pthread_mutex_timedlock(m, t);
}

int pthread_mutex_consistent(pthread_mutex_t *m)
{
	__WHITTLE_USE(m);
	return EINVAL;
}

/* An attribute object is a number: the kind, and what has no effect but that
 * it can be read back. */
#define KIND 0x3
#define SHARED 0x4
#define PROTOCOL(v) ((v) << 4)

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
	if (__whittle_scarce())
		return ENOMEM;
	*(int *)a = PTHREAD_MUTEX_NORMAL;
	return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a)
{
	__WHITTLE_DESTROY(a);
	return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind)
{
	if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
		return EINVAL;
	*(int *)a = *(int *)a & ~KIND | kind;
	return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *kind)
{
	*kind = *(const int *)a & KIND;
	return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int v)
{
	if (v != PTHREAD_PROCESS_PRIVATE && v != PTHREAD_PROCESS_SHARED)
		return EINVAL;
	*(int *)a = *(int *)a & ~SHARED | v * SHARED;
	return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *a, int *v)
{
	*v = *(const int *)a & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
	return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int v)
{
	if (v == PTHREAD_PRIO_PROTECT)
		__whittle_unsupported("mutexes with a priority ceiling");
	if (v != PTHREAD_PRIO_NONE && v != PTHREAD_PRIO_INHERIT)
		return EINVAL;
	*(int *)a = *(int *)a & ~PROTOCOL(3) | PROTOCOL(v);
	return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *a, int *v)
{
	*v = *(const int *)a >> 4 & 3;
	return 0;
}

/* A robust mutex differs only when its owner ends; that is not modelled. */
int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int v)
{
	if (v == PTHREAD_MUTEX_ROBUST)
		__whittle_unsupported("robust mutexes");
	__WHITTLE_DESTROY(a);
	return v == PTHREAD_MUTEX_STALLED ? 0 : EINVAL;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *v)
{
	__WHITTLE_DESTROY(a);
	*v = PTHREAD_MUTEX_STALLED;
	return 0;
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int v)
{
	__whittle_unsupported("mutexes with a priority ceiling");
	return 0;
}

/* Spin locks: like normal mutexes. */

int pthread_spin_init(pthread_spinlock_t *s, int shared)
{
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	*(int *)s = 0;
	return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *s)
{
	__WHITTLE_DESTROY(s);
	return 0;
}

int pthread_spin_lock(pthread_spinlock_t *s)
{
	__whittle_atomic_begin();
	__whittle_sync("lock", (void *)s);
	__whittle_await(LOAD((int *)s) == 0);
	STORE((int *)s, 1);
	__whittle_atomic_end();
	return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *s)
{
	int r = 0;
	__whittle_atomic_begin();
	__whittle_sync("trylock", (void *)s);
	if (LOAD((int *)s) == 0)
		STORE((int *)s, 1);
	else
		r = EBUSY;
	__whittle_atomic_end();
	return r;
}

int pthread_spin_unlock(pthread_spinlock_t *s)
{
	__whittle_atomic_begin();
	__whittle_sync("unlock", (void *)s);
	STORE((int *)s, 0);
	__whittle_atomic_end();
	return 0;
}
