/*
 * Cancellation, and the handlers that clean up behind a thread that ends.
 *
 * Forms with the suffix _cleanup keep the handlers; the front end takes them for programs in which a thread
 * may end before it has taken its handlers away. Those with the suffix _cancel are for programs that cancel
 * threads. There the front end has __whittle_cancel_point called at the points of cancellation: where a
 * function of POSIX has to act, before its body; where it may, afterwards. So the forms here add what happens
 * while a thread waits.
 *
 * A thread that waits may also return although it was cancelled, as it does where its wait was over before.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

#define HANDLERS 8
static _Thread_local int __whittle_handlers;
static _Thread_local void (*__whittle_routines[HANDLERS])(void *);
static _Thread_local void *__whittle_arguments[HANDLERS];

void __whittle_cleanup_push(void (*f)(void *), void *arg)
{
}

void __whittle_cleanup_pop(void)
{
}

void __whittle_cleanup_push_cleanup(void (*f)(void *), void *arg)
{
	if (__whittle_handlers >= HANDLERS)
		__whittle_unsupported("more than 8 cleanup handlers of a thread");
	__whittle_routines[__whittle_handlers] = f;
	__whittle_arguments[__whittle_handlers] = arg;
	__whittle_handlers++;
}

void __whittle_cleanup_pop_cleanup(void)
{
	__whittle_handlers--;
}

/* A handler that ends the thread itself is not called again, and those below it still are. */
static void __whittle_clean_up(void)
{
	while (__whittle_handlers > 0) {
		int i = --__whittle_handlers;
		__whittle_routines[i](__whittle_arguments[i]);
	}
}

void pthread_exit_cleanup(void *value)
{
	__whittle_clean_up();
	__whittle_exit_thread(value);
}

void pthread_exit_keys_cleanup(void *value)
{
	__whittle_clean_up();
	__whittle_unwind(); /* destructors run when no call is left */
	__whittle_run_destructors();
	__whittle_exit_thread(value);
}

/* glibc's older headers keep the handler in a buffer. */
struct __whittle_handler {
	void (*routine)(void *);
	void *arg;
};

void _pthread_cleanup_push(void *buffer, void (*f)(void *), void *arg)
{
	struct __whittle_handler *c = buffer;
	c->routine = f;
	c->arg = arg;
	__whittle_cleanup_push(f, arg);
}

void _pthread_cleanup_pop(void *buffer, int run)
{
	struct __whittle_handler *c = buffer;
	__whittle_cleanup_pop();
	if (run)
		c->routine(c->arg);
}

void __pthread_register_cancel(void *buffer)
{
}

void __pthread_unregister_cancel(void *buffer)
{
}

void __pthread_unwind_next(void *buffer)
{
	__whittle_unsupported("cancellation");
}

static _Thread_local int __whittle_cancel_state, __whittle_cancel_type;

int pthread_setcancelstate(int state, int *old)
{
	if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
		return EINVAL;
	if (old)
		*old = __whittle_cancel_state;
	__whittle_cancel_state = state;
	return 0;
}

int pthread_setcanceltype(int type, int *old)
{
	if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
		return EINVAL;
	if (old)
		*old = __whittle_cancel_type;
	__whittle_cancel_type = type;
	return 0;
}

int pthread_setcanceltype_cancel(int type, int *old)
{
	if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
		__whittle_unsupported("asynchronous cancellation");
	return pthread_setcanceltype(type, old);
}

static unsigned char __whittle_cancels[THREADS];

/* Two forms of the same: a thread that waits for the end of another one cannot be woken where it matters
 * that it waits. */
int __whittle_joins(pthread_t t)
{
	return 0;
}

int __whittle_joins_queue(pthread_t t)
{
	return LOAD(&__whittle_joining[t]) != 0;
}

int pthread_cancel(pthread_t t)
{
	int state, joins;
	__whittle_check_thread(t);
	__whittle_atomic_begin();
	state = LOAD(&__whittle_state[t]);
	joins = __whittle_joins(t);
	STORE(&__whittle_cancels[t], 1);
	__whittle_atomic_end();
	if (state == JOINED)
		__whittle_ub("use of a thread that was joined");
	if (state == DETACHED)
		__whittle_unsupported("pthread_cancel of a thread that is detached");
	if (joins)
		__whittle_unsupported("pthread_cancel of a thread that waits for the end of another one");
	return 0;
}

int pthread_cancel_pointed(pthread_t t)
{
	__whittle_unsupported("pthread_cancel where points of cancellation are called by their addresses");
	return 0;
}

static int __whittle_cancelled(void)
{
	pthread_t self = __whittle_self();
	__whittle_check_thread(self);
	return __whittle_cancel_state == PTHREAD_CANCEL_ENABLE && LOAD(&__whittle_cancels[self]);
}

void __whittle_cancel_point(void)
{
}

void __whittle_cancel_point_cancel(void)
{
	if (__whittle_cancelled()) {
		__whittle_cancel_state = PTHREAD_CANCEL_DISABLE;
		pthread_exit(PTHREAD_CANCELED);
	}
}

/* A function that POSIX allows to act. */
void __whittle_cancel_chance(void)
{
}

void __whittle_cancel_chance_cancel(void)
{
	if (__whittle_nondet_int())
		__whittle_cancel_point();
}

int __whittle_wakes_joining(void)
{
	return __whittle_nondet_int();
}

int __whittle_wakes_joining_queue(void)
{
	return 0;
}

int pthread_join_state_cancel(pthread_t t, void **value)
{
	pthread_t self = __whittle_self();
	void *v;
	int dead, state, over;
	__whittle_check_thread(t);
	__whittle_check_thread(self);
	__whittle_atomic_begin();
	dead = t == self || LOAD(&__whittle_joining[t]) == self && __whittle_nondet_int();
	state = LOAD(&__whittle_state[t]);
	over = __whittle_cancelled();
	if (!over && !dead && state == JOINABLE) {
		STORE(&__whittle_joining[self], t);
		STORE(&__whittle_state[t], JOINING);
	}
	__whittle_atomic_end();
	if (over)
		__whittle_cancel_point();
	if (dead)
		return EDEADLK;
	if (state != JOINABLE)
		return __whittle_not_joinable(state);
	if (__whittle_wakes_joining()) { /* the thread stays joinable */
		__whittle_atomic_begin();
		__whittle_assume(__whittle_cancelled());
		STORE(&__whittle_joining[self], 0);
		STORE(&__whittle_state[t], JOINABLE);
		__whittle_atomic_end();
		__whittle_cancel_point();
	}
	v = __whittle_join(t);
	STORE(&__whittle_joining[self], 0);
	STORE(&__whittle_state[t], JOINED);
	if (value)
		*value = v;
	return 0;
}

/* The thread has the mutex again when its handlers run. */
int pthread_cond_wait_cancel(pthread_cond_t *c, pthread_mutex_t *m)
{
	int r;
	__whittle_atomic_begin();
	__whittle_sync("wait", c);
	__WHITTLE_USE(c);
	r = pthread_mutex_unlock(m);
	__whittle_atomic_end();
	if (r)
		return r;
	r = pthread_mutex_lock(m);
	__whittle_cancel_chance();
	return r;
}

static int __whittle_wrong_time(const struct timespec *t)
{
	return t->tv_nsec < 0 || t->tv_nsec >= 1000000000;
}

int pthread_cond_timedwait_cancel(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t)
{
	int r;
	if (__whittle_wrong_time(t))
		return EINVAL;
	r = pthread_cond_wait(c, m);
	if (r)
		return r;
	return __whittle_nondet_int() ? ETIMEDOUT : 0;
}

struct __whittle_cond {
	unsigned int used, waiting;
};
extern unsigned int __whittle_cond_enter(struct __whittle_cond *);

/* Whoever is cancelled has not been woken by a signal that another one could have got. */
int pthread_cond_wait_queue_cancel(pthread_cond_t *p, pthread_mutex_t *m)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	unsigned int slot = 0, waiting;
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
	waiting = LOAD(&c->waiting);
	__whittle_await(!(waiting & slot) || __whittle_cancelled());
	STORE(&c->waiting, waiting & ~slot);
	STORE(&c->used, LOAD(&c->used) & ~slot);
	__whittle_atomic_end();
	r = pthread_mutex_lock(m);
	if (waiting & slot)
		__whittle_cancel_point();
	return r;
}

int pthread_cond_timedwait_queue_cancel(pthread_cond_t *p, pthread_mutex_t *m, const struct timespec *t)
{
	struct __whittle_cond *c = (struct __whittle_cond *)p;
	unsigned int slot = 0, waiting;
	int r;
	if (__whittle_wrong_time(t))
		return EINVAL;
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
	waiting = LOAD(&c->waiting);
	STORE(&c->waiting, waiting & ~slot);
	STORE(&c->used, LOAD(&c->used) & ~slot);
	__whittle_atomic_end();
	r = pthread_mutex_lock(m);
	if (waiting & slot)
		__whittle_cancel_chance();
	if (r)
		return r;
	return waiting & slot ? ETIMEDOUT : 0;
}

int sem_wait_cancel(sem_t *s)
{
	unsigned int n;
	__whittle_atomic_begin();
	__whittle_sync("sem-wait", s);
	n = LOAD((unsigned int *)s);
	__whittle_await(n != 0 || __whittle_cancelled());
	if (n != 0)
		STORE((unsigned int *)s, n - 1);
	__whittle_atomic_end();
	if (n == 0)
		__whittle_cancel_point();
	return 0;
}

void pthread_testcancel(void)
{
}
