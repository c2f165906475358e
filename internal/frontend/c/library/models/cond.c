/*
 * Condition variables.
 *
 * The forms without a suffix are for safety: a waiting thread may wake up at
 * any time, as POSIX allows, so that waiting is unlocking and locking again
 * and signals have no effect. The forms with the suffix _queue keep a set of
 * waiting threads and know no spurious wake-ups; the front end takes them
 * when the property is about threads that wait for ever.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a)
{
	if (a)
		__WHITTLE_USE(a);
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_MAKE(c);
	return 0;
}

/* What a condition variable that was destroyed does is undefined. */
int pthread_cond_destroy(pthread_cond_t *c)
{
	__WHITTLE_DESTROY(c);
	return 0;
}

/* Unlocks the mutex in the step that begins to wait: from then on the thread does not look at the condition
 * variable, which may be destroyed as soon as the thread is woken. */
static int __whittle_cond_unlock(pthread_cond_t *c, pthread_mutex_t *m)
{
	int r;
	__whittle_atomic_begin();
	__whittle_sync("wait", c);
	__WHITTLE_USE(c);
	r = pthread_mutex_unlock(m);
	__whittle_atomic_end();
	return r;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
	int r = __whittle_cond_unlock(c, m);
	if (r)
		return r;
	return pthread_mutex_lock(m);
}

static int __whittle_no_time(const struct timespec *t)
{
	return t->tv_nsec < 0 || t->tv_nsec >= 1000000000;
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t)
{
	int r;
	if (__whittle_no_time(t))
		return EINVAL;
	r = __whittle_cond_unlock(c, m);
	if (r)
		return r;
	r = pthread_mutex_lock(m);
	if (r)
		return r;
	return __whittle_nondet_int() ? ETIMEDOUT : 0;
}

int pthread_cond_signal(pthread_cond_t *c)
{
	__WHITTLE_USE(c);
	return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
	__WHITTLE_USE(c);
	return 0;
}

/* A waiting thread has a slot. waiting holds the slots of the threads that
 * were not woken yet; used also those that were woken and are not yet gone. */
struct __whittle_cond {
	unsigned int used, waiting;
};
_Static_assert(sizeof(struct __whittle_cond) <= sizeof(pthread_cond_t), "");

int pthread_cond_init_queue(pthread_cond_t *p, const pthread_condattr_t *a)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	if (a)
		__WHITTLE_USE(a);
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__WHITTLE_WHOLE(p);
	c->used = 0;
	c->waiting = 0;
	return 0;
}

/* Those that were woken may still have to look at it. */
int pthread_cond_destroy_queue(pthread_cond_t *p)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	__WHITTLE_DESTROY(c);
	__whittle_atomic_begin();
	__whittle_await((LOAD(&c->used) & ~LOAD(&c->waiting)) == 0);
	__whittle_atomic_end();
	return 0;
}

unsigned int __whittle_cond_enter(struct __whittle_cond *c)
{
	unsigned int used = LOAD(&c->used);
	unsigned int slot = ~used & (used + 1); /* the lowest free one */
	if (slot == 0)
		__whittle_unsupported("more than 32 threads wait for one condition variable");
	STORE(&c->used, used | slot);
	STORE(&c->waiting, LOAD(&c->waiting) | slot);
	return slot;
}

int pthread_cond_wait_queue(pthread_cond_t *p, pthread_mutex_t *m)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	unsigned int slot;
	int r;
	__whittle_atomic_begin();
	__whittle_sync("wait", p);
	r = pthread_mutex_unlock(m);
	if (r == 0)
		slot = __whittle_cond_enter(c);
	__whittle_atomic_end();
	if (r)
		return r;
	__whittle_atomic_begin();
	__whittle_sync("wake", p);
	__whittle_await(!(LOAD(&c->waiting) & slot));
	STORE(&c->used, LOAD(&c->used) & ~slot);
	__whittle_atomic_end();
	return pthread_mutex_lock(m);
}

int pthread_cond_timedwait_queue(pthread_cond_t *p, pthread_mutex_t *m, const struct timespec *t)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	unsigned int slot, waiting;
	int r;
	if (__whittle_no_time(t))
		return EINVAL;
	__whittle_atomic_begin();
	__whittle_sync("wait", p);
	r = pthread_mutex_unlock(m);
	if (r == 0)
		slot = __whittle_cond_enter(c);
	__whittle_atomic_end();
	if (r)
		return r;
	/* The time is over whenever no signal has come. */
	__whittle_atomic_begin();
	__whittle_sync("wake", p);
	waiting = LOAD(&c->waiting);
	STORE(&c->waiting, waiting & ~slot);
	STORE(&c->used, LOAD(&c->used) & ~slot);
	__whittle_atomic_end();
	r = pthread_mutex_lock(m);
	if (r)
		return r;
	return waiting & slot ? ETIMEDOUT : 0;
}

int pthread_cond_signal_queue(pthread_cond_t *p)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	unsigned int waiting;
	__whittle_atomic_begin();
	__whittle_sync("signal", p);
	waiting = LOAD(&c->waiting);
	if (waiting) {
		unsigned int slot = (unsigned int)__whittle_choice("the waiter that is woken");
		__whittle_assume(slot != 0 && (slot & (slot - 1)) == 0 && (slot & waiting) != 0);
		STORE(&c->waiting, waiting & ~slot);
	}
	__whittle_atomic_end();
	return 0;
}

int pthread_cond_broadcast_queue(pthread_cond_t *p)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	__whittle_atomic_begin();
	__whittle_sync("broadcast", p);
	STORE(&c->waiting, 0);
	__whittle_atomic_end();
	return 0;
}

static int __whittle_no_clock(clockid_t c)
{
	return c != CLOCK_REALTIME && c != CLOCK_MONOTONIC;
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *t)
{
	return __whittle_no_clock(clock) ? EINVAL : pthread_cond_timedwait(c, m, t);
}

/* An attribute object is a number: the clock, and 0x10 for shared ones. */

int pthread_condattr_init(pthread_condattr_t *a)
{
	if (__whittle_scarce())
		return ENOMEM;
	*(int *)a = CLOCK_REALTIME;
	return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *a)
{
	__WHITTLE_DESTROY(a);
	return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *a, int v)
{
	if (v != PTHREAD_PROCESS_PRIVATE && v != PTHREAD_PROCESS_SHARED)
		return EINVAL;
	*(int *)a = *(int *)a & 0xf | v << 4;
	return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *a, int *v)
{
	*v = *(const int *)a >> 4;
	return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t c)
{
	if (__whittle_no_clock(c))
		return EINVAL;
	*(int *)a = *(int *)a & 0x10 | c;
	return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *a, clockid_t *c)
{
	*c = *(const int *)a & 0xf;
	return 0;
}
