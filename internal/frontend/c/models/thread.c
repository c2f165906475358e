/*
 * Threads: creation and end, once, keys, attributes, scheduling.
 *
 * Forms with the suffix _keys run the destructors of thread-specific data
 * when a thread ends; the front end takes them for programs that create keys.
 * The form with the suffix _mayfail is for --may-fail.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	*t = __whittle_spawn(f, arg);
	return 0;
}

int pthread_create_mayfail(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	if (__whittle_nondet_int())
		return EAGAIN;
	*t = __whittle_spawn(f, arg);
	return 0;
}

void pthread_exit(void *value)
{
	__whittle_exit_thread(value);
}

int pthread_join(pthread_t t, void **value)
{
	void *v = __whittle_join(t);
	if (value)
		*value = v;
	return 0;
}

int pthread_tryjoin_np(pthread_t t, void **value)
{
	if (__whittle_nondet_int())
		return EBUSY;
	return pthread_join(t, value);
}

int pthread_timedjoin_np(pthread_t t, void **value, const struct timespec *time)
{
	if (__whittle_nondet_int())
		return ETIMEDOUT;
	return pthread_join(t, value);
}

int pthread_detach(pthread_t t)
{
	return 0;
}

pthread_t pthread_self(void)
{
	return __whittle_self();
}

int pthread_equal(pthread_t a, pthread_t b)
{
	return a == b;
}

/* Once: 0 not yet, 1 running, 2 done. */
int pthread_once(pthread_once_t *o, void (*f)(void))
{
	int s;
	__whittle_atomic_begin();
	__whittle_sync("once", o);
	s = LOAD(o);
	__whittle_await(s != 1);
	if (s == 0)
		STORE(o, 1);
	__whittle_atomic_end();
	if (s == 0) {
		f();
		__whittle_atomic_begin();
		__whittle_sync("once-done", o);
		STORE(o, 2);
		__whittle_atomic_end();
	}
	return 0;
}

/* Thread-specific data. */

#define KEYS 8
static unsigned int __whittle_keys;
static void (*__whittle_destructor[KEYS])(void *);
static _Thread_local const void *__whittle_value[KEYS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	unsigned int k;
	__whittle_atomic_begin();
	__whittle_sync("key", key);
	k = LOAD(&__whittle_keys);
	if (k >= KEYS)
		__whittle_unsupported("more than 8 keys of thread-specific data");
	STORE(&__whittle_keys, k + 1);
	STORE(&__whittle_destructor[k], destructor);
	__whittle_atomic_end();
	*key = k;
	return 0;
}

int pthread_key_delete(pthread_key_t key)
{
	if (key >= KEYS)
		return EINVAL;
	STORE(&__whittle_destructor[key], 0);
	return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
	return key < KEYS ? (void *)__whittle_value[key] : 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= KEYS)
		return EINVAL;
	__whittle_value[key] = value;
	return 0;
}

static void __whittle_run_destructors(void)
{
	unsigned int round, k, again = 1;
	for (round = 0; round < 4 && again; round++) {
		again = 0;
		for (k = 0; k < LOAD(&__whittle_keys); k++) {
			void *v = (void *)__whittle_value[k];
			void (*d)(void *) = LOAD(&__whittle_destructor[k]);
			if (v && d) {
				__whittle_value[k] = 0;
				again = 1;
				d(v);
			}
		}
	}
}

struct __whittle_start {
	void *(*f)(void *);
	void *arg;
};

static void *__whittle_start_keys(void *p)
{
	struct __whittle_start s = *(struct __whittle_start *)p;
	void *r;
	__whittle_free(p);
	r = s.f(s.arg);
	__whittle_run_destructors();
	return r;
}

int pthread_create_keys(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	struct __whittle_start *s = __whittle_alloc(sizeof *s, 0);
	s->f = f;
	s->arg = arg;
	*t = __whittle_spawn(__whittle_start_keys, s);
	return 0;
}

int pthread_create_keys_mayfail(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	struct __whittle_start *s;
	if (__whittle_nondet_int())
		return EAGAIN;
	s = __whittle_alloc(sizeof *s, 0);
	s->f = f;
	s->arg = arg;
	*t = __whittle_spawn(__whittle_start_keys, s);
	return 0;
}

void pthread_exit_keys(void *value)
{
	__whittle_run_destructors();
	__whittle_exit_thread(value);
}

/* Cancellation. */

int pthread_cancel(pthread_t t)
{
	__whittle_unsupported("pthread_cancel");
	return 0;
}

int pthread_setcancelstate(int state, int *old)
{
	if (old)
		*old = PTHREAD_CANCEL_ENABLE;
	return 0;
}

int pthread_setcanceltype(int type, int *old)
{
	if (old)
		*old = PTHREAD_CANCEL_DEFERRED;
	return 0;
}

void pthread_testcancel(void)
{
}

/* Cleanup handlers also run when a thread is cancelled or calls pthread_exit;
 * neither is modelled. The forms with the suffix _cleanup are for programs that
 * have handlers. */
static _Thread_local int __whittle_handlers;

void __whittle_cleanup(int n)
{
	__whittle_handlers += n;
}

void pthread_exit_cleanup(void *value)
{
	if (__whittle_handlers)
		__whittle_unsupported("pthread_exit with cleanup handlers");
	__whittle_exit_thread(value);
}

void pthread_exit_keys_cleanup(void *value)
{
	if (__whittle_handlers)
		__whittle_unsupported("pthread_exit with cleanup handlers");
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
	__whittle_cleanup(1);
}

void _pthread_cleanup_pop(void *buffer, int run)
{
	struct __whittle_handler *c = buffer;
	__whittle_cleanup(-1);
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

/* Attributes: only the state of detachment and the size of the stack can be
 * read back. */
struct __whittle_attr {
	int detach, scope, inherit, policy, priority;
	size_t stack, guard;
};
_Static_assert(sizeof(struct __whittle_attr) <= sizeof(pthread_attr_t), "");
#define ATTR(a) ((struct __whittle_attr *)(a))

int pthread_attr_init(pthread_attr_t *a)
{
	ATTR(a)->detach = PTHREAD_CREATE_JOINABLE;
	ATTR(a)->scope = PTHREAD_SCOPE_SYSTEM;
	ATTR(a)->inherit = PTHREAD_INHERIT_SCHED;
	ATTR(a)->policy = SCHED_OTHER;
	ATTR(a)->priority = 0;
	ATTR(a)->stack = 8388608;
	ATTR(a)->guard = 4096;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
	return 0;
}

#define SETTER(name, type, member)                                       \
	int name(pthread_attr_t *a, type v)                               \
	{                                                                 \
		ATTR(a)->member = v;                                      \
		return 0;                                                 \
	}
#define GETTER(name, type, member)                                       \
	int name(const pthread_attr_t *a, type *v)                        \
	{                                                                 \
		*v = ATTR(a)->member;                                     \
		return 0;                                                 \
	}
SETTER(pthread_attr_setdetachstate, int, detach)
GETTER(pthread_attr_getdetachstate, int, detach)
SETTER(pthread_attr_setscope, int, scope)
GETTER(pthread_attr_getscope, int, scope)
SETTER(pthread_attr_setinheritsched, int, inherit)
GETTER(pthread_attr_getinheritsched, int, inherit)
SETTER(pthread_attr_setschedpolicy, int, policy)
GETTER(pthread_attr_getschedpolicy, int, policy)
SETTER(pthread_attr_setstacksize, size_t, stack)
GETTER(pthread_attr_getstacksize, size_t, stack)
SETTER(pthread_attr_setguardsize, size_t, guard)
GETTER(pthread_attr_getguardsize, size_t, guard)

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p)
{
	ATTR(a)->priority = p->sched_priority;
	return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p)
{
	p->sched_priority = ATTR(a)->priority;
	return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *address, size_t size)
{
	ATTR(a)->stack = size;
	return 0;
}

int pthread_attr_setstackaddr(pthread_attr_t *a, void *address)
{
	return 0;
}

int pthread_attr_getstack(const pthread_attr_t *a, void **address, size_t *size)
{
	__whittle_unsupported("pthread_attr_getstack");
	return 0;
}

/* Scheduling has no effect: every schedule is looked at anyway. */

int pthread_yield(void)
{
	return 0;
}

int sched_yield(void)
{
	return 0;
}

int pthread_setname_np(pthread_t t, const char *name)
{
	return 0;
}

int pthread_setaffinity_np(pthread_t t, size_t n, const cpu_set_t *s)
{
	return 0;
}

int sched_setaffinity(pid_t p, size_t n, const cpu_set_t *s)
{
	return 0;
}

int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *p)
{
	return 0;
}

int pthread_setschedprio(pthread_t t, int priority)
{
	return 0;
}

int pthread_setconcurrency(int n)
{
	return 0;
}

int pthread_getconcurrency(void)
{
	return 0;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
	return 0;
}

int sched_setscheduler(pid_t p, int policy, const struct sched_param *q)
{
	return 0;
}

int sched_setparam(pid_t p, const struct sched_param *q)
{
	return 0;
}

int sched_get_priority_max(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
	return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

int pthread_kill(pthread_t t, int sig)
{
	if (sig)
		__whittle_unsupported("pthread_kill");
	return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	if (old)
		__whittle_unsupported("pthread_sigmask");
	return 0;
}

/* Waiting for time to pass is no waiting. */

unsigned int sleep(unsigned int n)
{
	return 0;
}

int usleep(useconds_t n)
{
	return 0;
}

int nanosleep(const struct timespec *t, struct timespec *rest)
{
	return 0;
}

int clock_nanosleep(clockid_t c, int flags, const struct timespec *t, struct timespec *rest)
{
	return 0;
}
