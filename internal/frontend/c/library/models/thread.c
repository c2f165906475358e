/*
 * Threads: creation and end, once, keys, attributes, scheduling.
 *
 * Forms with the suffix _keys run the destructors of thread-specific data
 * when a thread ends; the front end takes them for programs that create keys.
 * Those with the suffix _state keep what has become of each thread, for
 * programs where one may be detached, or may join itself.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <limits.h>
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

/* Attributes: they have no effect but that a thread may be detached, and that
 * its scheduling may not be permitted. */
struct __whittle_attr {
	int detach, scope, inherit, policy, priority;
	size_t stack, guard;
	void *address;
};
_Static_assert(sizeof(struct __whittle_attr) <= sizeof(pthread_attr_t), "");
#define ATTR(a) ((struct __whittle_attr *)(a))

extern void __whittle_reads_bytes(const void *p, size_t n);

/* What pthread_create may return without having created a thread. The form with
 * the suffix _attr is for programs where it may be anything but 0. */
static int __whittle_create_error(const pthread_attr_t *a)
{
	if (a && ATTR(a)->inherit == PTHREAD_EXPLICIT_SCHED && ATTR(a)->policy != SCHED_OTHER && __whittle_nondet_int())
		return EPERM;
	return __whittle_scarce() ? EAGAIN : 0;
}

int pthread_create_attr(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	int e = __whittle_create_error(a);
	if (e)
		return e;
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

int pthread_detach(pthread_t t)
{
	return 0;
}

/* What has become of a thread, by its id, and whom it waits for. */
unsigned char __whittle_state[THREADS];
pthread_t __whittle_joining[THREADS];

void __whittle_check_thread(pthread_t t)
{
	if (t >= THREADS)
		__whittle_unsupported("more than 63 threads that may be detached or join each other");
}

/* The result for a thread that is not joinable. */
int __whittle_not_joinable(int state)
{
	if (state == JOINED)
		__whittle_ub("use of a thread that was joined");
	if (state == DETACHED)
		return __whittle_nondet_int() ? EINVAL : ESRCH;
	return EINVAL;
}

/* Of two threads that wait for each other one may be told. */
int pthread_join_state(pthread_t t, void **value)
{
	pthread_t self = __whittle_self();
	void *v;
	int dead, state;
	__whittle_check_thread(t);
	__whittle_check_thread(self);
	__whittle_atomic_begin();
	dead = t == self || LOAD(&__whittle_joining[t]) == self && __whittle_nondet_int();
	state = LOAD(&__whittle_state[t]);
	if (!dead && state == JOINABLE) {
		STORE(&__whittle_joining[self], t);
		STORE(&__whittle_state[t], JOINING);
	}
	__whittle_atomic_end();
	if (dead)
		return EDEADLK;
	if (state != JOINABLE)
		return __whittle_not_joinable(state);
	v = __whittle_join(t);
	STORE(&__whittle_joining[self], 0);
	STORE(&__whittle_state[t], JOINED);
	if (value)
		*value = v;
	return 0;
}

int pthread_detach_state(pthread_t t)
{
	int state;
	__whittle_check_thread(t);
	__whittle_atomic_begin();
	state = LOAD(&__whittle_state[t]);
	if (state == JOINABLE)
		STORE(&__whittle_state[t], DETACHED);
	__whittle_atomic_end();
	return state == JOINABLE ? 0 : __whittle_not_joinable(state);
}

static int __whittle_born_detached(const pthread_attr_t *a)
{
	return a && ATTR(a)->detach == PTHREAD_CREATE_DETACHED;
}

/* Creates a detached thread: nobody can join it before that is known. */
static pthread_t __whittle_spawn_detached(void *(*f)(void *), void *arg)
{
	pthread_t t;
	__whittle_atomic_begin();
	t = __whittle_spawn(f, arg);
	__whittle_check_thread(t);
	STORE(&__whittle_state[t], DETACHED);
	__whittle_atomic_end();
	return t;
}

int pthread_create_state(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	int e = __whittle_create_error(a);
	if (e)
		return e;
	if (__whittle_born_detached(a))
		*t = __whittle_spawn_detached(f, arg);
	else
		*t = __whittle_spawn(f, arg);
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
	if (time && __whittle_nondet_int())
		return time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000 ? EINVAL : ETIMEDOUT;
	return pthread_join(t, value);
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
static unsigned int __whittle_keys; /* how many there were */
static unsigned int __whittle_live_keys; /* a bit for each that there is */
static void (*__whittle_destructor[KEYS])(void *);
static _Thread_local const void *__whittle_value[KEYS];

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	unsigned int k;
	if (__whittle_scarce())
		return __whittle_nondet_int() ? ENOMEM : EAGAIN;
	__whittle_atomic_begin();
	__whittle_sync("key", key);
	k = LOAD(&__whittle_keys);
	if (k >= KEYS)
		__whittle_unsupported("more than 8 keys of thread-specific data");
	if (LOAD(&__whittle_live_keys) != (1u << k) - 1) /* it may be the same number as that of the deleted one */
		__whittle_unsupported("a key of thread-specific data after one was deleted");
	STORE(&__whittle_keys, k + 1);
	STORE(&__whittle_live_keys, LOAD(&__whittle_live_keys) | 1u << k);
	STORE(&__whittle_destructor[k], destructor);
	__whittle_atomic_end();
	*key = k;
	return 0;
}

int pthread_key_delete(pthread_key_t key)
{
	unsigned int live;
	if (key >= KEYS)
		return EINVAL;
	__whittle_atomic_begin();
	live = LOAD(&__whittle_live_keys);
	STORE(&__whittle_live_keys, live & ~(1u << key));
	STORE(&__whittle_destructor[key], 0);
	__whittle_atomic_end();
	return live >> key & 1 ? 0 : EINVAL;
}

void *pthread_getspecific(pthread_key_t key)
{
	return key < KEYS && LOAD(&__whittle_live_keys) >> key & 1 ? (void *)__whittle_value[key] : 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= KEYS || !(LOAD(&__whittle_live_keys) >> key & 1))
		return EINVAL;
	if (__whittle_scarce())
		return ENOMEM;
	__whittle_value[key] = value;
	return 0;
}

void __whittle_run_destructors(void)
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
	r = __whittle_call_start(s.f, s.arg);
	__whittle_run_destructors();
	return r;
}

int pthread_create_keys(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	struct __whittle_start *s;
	int e = __whittle_create_error(a);
	if (e)
		return e;
	s = __whittle_alloc(sizeof *s, 0);
	s->f = f;
	s->arg = arg;
	*t = __whittle_spawn(__whittle_start_keys, s);
	return 0;
}

int pthread_create_keys_state(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg)
{
	struct __whittle_start *s;
	int e = __whittle_create_error(a);
	if (e)
		return e;
	s = __whittle_alloc(sizeof *s, 0);
	s->f = f;
	s->arg = arg;
	if (__whittle_born_detached(a))
		*t = __whittle_spawn_detached(__whittle_start_keys, s);
	else
		*t = __whittle_spawn(__whittle_start_keys, s);
	return 0;
}

void pthread_exit_keys(void *value)
{
	__whittle_unwind(); /* destructors run when no call is left */
	__whittle_run_destructors();
	__whittle_exit_thread(value);
}

int pthread_attr_init(pthread_attr_t *a)
{
	if (__whittle_scarce())
		return ENOMEM;
	__WHITTLE_MAKE(a);
	ATTR(a)->detach = PTHREAD_CREATE_JOINABLE;
	ATTR(a)->scope = PTHREAD_SCOPE_SYSTEM;
	ATTR(a)->inherit = PTHREAD_INHERIT_SCHED;
	ATTR(a)->policy = SCHED_OTHER;
	ATTR(a)->priority = 0;
	ATTR(a)->stack = 8388608;
	ATTR(a)->guard = 4096;
	ATTR(a)->address = 0;
	return 0;
}

int pthread_attr_destroy(pthread_attr_t *a)
{
	__WHITTLE_DESTROY(a);
	return 0;
}

/* The bounds of a policy's priorities are lowest and highest; lowest is -1 if
 * there is no such policy. */
static int __whittle_lowest(int policy)
{
	switch (policy) {
	case SCHED_FIFO:
	case SCHED_RR:
		return 1;
	case SCHED_OTHER:
	case SCHED_BATCH:
	case SCHED_IDLE:
	case SCHED_DEADLINE:
		return 0;
	}
	return -1;
}

static int __whittle_highest(int policy)
{
	return __whittle_lowest(policy) == 1 ? 99 : 0;
}

static int __whittle_priority_error(int policy, int priority)
{
	int lowest = __whittle_lowest(policy);
	return lowest < 0 || priority < lowest || priority > __whittle_highest(policy) ? EINVAL : 0;
}

/* A SETTER gives a member the value v unless there is an error. */
#define SETTER(name, type, member, error)                                 \
	int name(pthread_attr_t *a, type v)                               \
	{                                                                 \
		int e = error;                                            \
		if (!e)                                                   \
			ATTR(a)->member = v;                              \
		return e;                                                 \
	}
#define GETTER(name, type, member)                                        \
	int name(const pthread_attr_t *a, type *v)                        \
	{                                                                 \
		*v = ATTR(a)->member;                                     \
		return 0;                                                 \
	}
SETTER(pthread_attr_setdetachstate, int, detach, v != PTHREAD_CREATE_JOINABLE && v != PTHREAD_CREATE_DETACHED ? EINVAL : 0)
GETTER(pthread_attr_getdetachstate, int, detach)
SETTER(pthread_attr_setscope, int, scope, v == PTHREAD_SCOPE_PROCESS ? ENOTSUP : v != PTHREAD_SCOPE_SYSTEM ? EINVAL : 0)
GETTER(pthread_attr_getscope, int, scope)
SETTER(pthread_attr_setinheritsched, int, inherit, v != PTHREAD_INHERIT_SCHED && v != PTHREAD_EXPLICIT_SCHED ? EINVAL : 0)
GETTER(pthread_attr_getinheritsched, int, inherit)
SETTER(pthread_attr_setschedpolicy, int, policy, v != SCHED_OTHER && v != SCHED_FIFO && v != SCHED_RR ? EINVAL : 0)
GETTER(pthread_attr_getschedpolicy, int, policy)
SETTER(pthread_attr_setstacksize, size_t, stack, v < PTHREAD_STACK_MIN ? EINVAL : 0)
GETTER(pthread_attr_getstacksize, size_t, stack)
SETTER(pthread_attr_setguardsize, size_t, guard, 0)
GETTER(pthread_attr_getguardsize, size_t, guard)

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p)
{
	int e = __whittle_priority_error(ATTR(a)->policy, p->sched_priority);
	if (!e)
		ATTR(a)->priority = p->sched_priority;
	return e;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p)
{
	p->sched_priority = ATTR(a)->priority;
	return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *address, size_t size)
{
	if (size < PTHREAD_STACK_MIN)
		return EINVAL;
	ATTR(a)->stack = size;
	ATTR(a)->address = address;
	return 0;
}

int pthread_attr_setstackaddr(pthread_attr_t *a, void *address)
{
	__whittle_unsupported("pthread_attr_setstackaddr");
	return 0;
}

int pthread_attr_getstack(const pthread_attr_t *a, void **address, size_t *size)
{
	if (!ATTR(a)->address)
		__whittle_unsupported("the address of a stack that was not given");
	*address = ATTR(a)->address;
	*size = ATTR(a)->stack;
	return 0;
}

/* Scheduling has no effect: every schedule is looked at anyway. Whether it is
 * permitted depends on the process, and which processors there are on the
 * machine. */

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
	int n = 0;
	while (n < 16 && name[n])
		n++;
	if (n == 16)
		return ERANGE;
	return t != __whittle_self() && __whittle_nondet_int() ? ENOENT : 0;
}

int pthread_setaffinity_np(pthread_t t, size_t n, const cpu_set_t *s)
{
	__whittle_reads_bytes(s, n);
	return __whittle_nondet_int() ? EINVAL : 0;
}

static int __whittle_minus(int error)
{
	if (error)
		__whittle_error(error);
	return error ? -1 : 0;
}

int sched_setaffinity(pid_t p, size_t n, const cpu_set_t *s)
{
	int e = __whittle_nondet_int();
	__whittle_reads_bytes(s, n);
	__whittle_assume(e == 0 || e == EINVAL || e == EPERM || e == ESRCH && p != 0);
	return __whittle_minus(e);
}

static int __whittle_schedule_error(int policy, const struct sched_param *p)
{
	int e = __whittle_priority_error(policy, p->sched_priority);
	return e ? e : __whittle_nondet_int() ? EPERM : 0;
}

int pthread_setschedparam(pthread_t t, int policy, const struct sched_param *p)
{
	return __whittle_schedule_error(policy, p);
}

/* The policy may be any. */
int pthread_setschedprio(pthread_t t, int priority)
{
	if (priority < 0 || priority > 99 || __whittle_nondet_int())
		return EINVAL;
	return __whittle_nondet_int() ? EPERM : 0;
}

static int __whittle_concurrency;

int pthread_setconcurrency(int n)
{
	if (n < 0)
		return EINVAL;
	STORE(&__whittle_concurrency, n);
	return 0;
}

int pthread_getconcurrency(void)
{
	return LOAD(&__whittle_concurrency);
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
	return __whittle_scarce() ? ENOMEM : 0;
}

static int __whittle_process_error(pid_t p)
{
	return p < 0 ? EINVAL : p != 0 && __whittle_nondet_int() ? ESRCH : 0;
}

int sched_setscheduler(pid_t p, int policy, const struct sched_param *q)
{
	int e = __whittle_process_error(p);
	return __whittle_minus(e ? e : __whittle_schedule_error(policy, q));
}

int sched_setparam(pid_t p, const struct sched_param *q)
{
	int e = __whittle_process_error(p);
	if (!e && (q->sched_priority < 0 || q->sched_priority > 99 || __whittle_nondet_int()))
		e = EINVAL;
	return __whittle_minus(e ? e : __whittle_nondet_int() ? EPERM : 0);
}

int sched_get_priority_max(int policy)
{
	return __whittle_lowest(policy) < 0 ? __whittle_minus(EINVAL) : __whittle_highest(policy);
}

int sched_get_priority_min(int policy)
{
	return __whittle_lowest(policy) < 0 ? __whittle_minus(EINVAL) : __whittle_lowest(policy);
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	if (set)
		(void)set->__val[0];
	if (old)
		for (int i = 0; i < (int)(8 / sizeof(unsigned long)); i++)
			old->__val[i] = __whittle_inexact_ulong("pthread_sigmask");
	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	return 0;
}
