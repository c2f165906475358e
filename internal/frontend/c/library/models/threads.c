/* C11 threads in terms of POSIX threads. */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

static int __whittle_thrd(int error)
{
	switch (error) {
	case 0: return thrd_success;
	case EBUSY: return thrd_busy;
	case ETIMEDOUT: return thrd_timedout;
	case ENOMEM: return thrd_nomem;
	case EAGAIN: return __whittle_nondet_int() ? thrd_nomem : thrd_error;
	}
	return thrd_error;
}

/* The start function's result is an int, which is extended to a pointer when
 * its thread ends; thrd_join takes it back. */
int thrd_create(thrd_t *t, thrd_start_t f, void *arg)
{
	return __whittle_thrd(pthread_create(t, 0, (void *(*)(void *))f, arg));
}

int thrd_equal(thrd_t a, thrd_t b)
{
	return a == b;
}

thrd_t thrd_current(void)
{
	return __whittle_self();
}

/* Errors are numbers below -1, which means that a signal has come. */
int thrd_sleep(const struct timespec *t, struct timespec *rest)
{
	return clock_nanosleep(CLOCK_MONOTONIC, 0, t, rest) ? -2 : 0;
}

void thrd_yield(void)
{
}

void thrd_exit(int value)
{
	pthread_exit((void *)(long)value);
}

int thrd_detach(thrd_t t)
{
	return __whittle_thrd(pthread_detach(t));
}

int thrd_join(thrd_t t, int *value)
{
	void *v = __whittle_join(t);
	if (value)
		*value = (int)(long)v;
	return thrd_success;
}

int thrd_join_state(thrd_t t, int *value)
{
	void *v;
	int e = pthread_join(t, &v);
	if (!e && value)
		*value = (int)(long)v;
	return __whittle_thrd(e);
}

int mtx_init(mtx_t *m, int type)
{
	int kind = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
	if (type & ~(mtx_recursive | mtx_timed) && __whittle_nondet_int())
		return thrd_error;
	return __whittle_thrd(pthread_mutex_init((pthread_mutex_t *)m, (pthread_mutexattr_t *)&kind));
}

void mtx_destroy(mtx_t *m)
{
	__WHITTLE_DESTROY(m);
}

int mtx_lock(mtx_t *m)
{
	return __whittle_thrd(pthread_mutex_lock((pthread_mutex_t *)m));
}

int mtx_trylock(mtx_t *m)
{
	return __whittle_thrd(pthread_mutex_trylock((pthread_mutex_t *)m));
}

int mtx_timedlock(mtx_t *m, const struct timespec *t)
{
	return __whittle_thrd(pthread_mutex_timedlock((pthread_mutex_t *)m, t));
}

int mtx_unlock(mtx_t *m)
{
	return __whittle_thrd(pthread_mutex_unlock((pthread_mutex_t *)m));
}

int cnd_init(cnd_t *c)
{
	return __whittle_thrd(pthread_cond_init((pthread_cond_t *)c, 0));
}

void cnd_destroy(cnd_t *c)
{
	pthread_cond_destroy((pthread_cond_t *)c);
}

int cnd_signal(cnd_t *c)
{
	return __whittle_thrd(pthread_cond_signal((pthread_cond_t *)c));
}

int cnd_broadcast(cnd_t *c)
{
	return __whittle_thrd(pthread_cond_broadcast((pthread_cond_t *)c));
}

int cnd_wait(cnd_t *c, mtx_t *m)
{
	return __whittle_thrd(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m));
}

int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *t)
{
	return __whittle_thrd(pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, t));
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
	return __whittle_thrd(pthread_key_create(key, destructor));
}

void *tss_get(tss_t key)
{
	return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
	return __whittle_thrd(pthread_setspecific(key, value));
}

void tss_delete(tss_t key)
{
	pthread_key_delete(key);
}

void call_once(once_flag *o, void (*f)(void))
{
	pthread_once((pthread_once_t *)o, f);
}
