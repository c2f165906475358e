/*
 * What C++ programs find in libsupc++: exceptions, the guards of static
 * variables, new and delete, destructors at the end of the program. The front
 * end has this beside the library models. An exception in flight is what
 * __whittle_thrown says; the lowering looks at it after each call that may
 * throw.
 */
#include <bits/whittle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

/* What lies in front of each exception. */
struct __whittle_exception {
	void *type;
	void (*destroy)(void *);
	void *adjusted; /* what the handler gets */
	struct __whittle_exception *below; /* the one whose handler is the next outer one */
	struct __whittle_exception *primary; /* the one that this one stands for: it was thrown again */
	long handlers; /* that are in it; negative: it is thrown again by one of them */
	long holders;
	long unused;
};

_Thread_local void *__whittle_thrown;
_Thread_local void *__whittle_thrown_type;
_Thread_local struct __whittle_exception *__whittle_caught;
_Thread_local int __whittle_flying;

static void (*__whittle_terminator)(void);

/* Calls a destructor, or what else ends something: the front end defines this with the functions that come into
 * question. */
extern void __whittle_finish(void (*f)(void *), void *p);

#define OF(p) ((struct __whittle_exception *)(p) - 1)

void _ZSt9terminatev(void)
{
	if (__whittle_terminator)
		__whittle_terminator();
	if (__whittle_thrown || __whittle_caught)
		__whittle_violation("unreach-call", "std::terminate is called: nothing catches an exception");
	else
		__whittle_violation("unreach-call", "std::terminate is called");
	abort();
}

void *_ZSt13set_terminatePFvvE(void *f)
{
	void *old = (void *)__whittle_terminator;
	__whittle_terminator = (void (*)(void))f;
	return old;
}

void __cxa_pure_virtual(void)
{
	__whittle_violation("unreach-call", "a pure virtual function is called");
	abort();
}

/* Makes the header of an exception. */
void __whittle_begin(void *p)
{
	struct __whittle_exception *e = OF(p);
	e->type = 0;
	e->destroy = 0;
	e->adjusted = p;
	e->below = e->primary = 0;
	e->handlers = e->holders = 0;
}

void *__cxa_allocate_exception(unsigned long size)
{
	struct __whittle_exception *e = __whittle_alloc(sizeof *e + size, 0);
	__whittle_begin(e + 1);
	return e + 1;
}

/* Memory that stays. */
void *__whittle_given(unsigned long size)
{
	return __whittle_alloc(size, 0);
}

void __cxa_free_exception(void *p)
{
	__whittle_free(OF(p));
}

void *__cxa_init_primary_exception(void *p, void *type, void (*destroy)(void *))
{
	OF(p)->type = type;
	OF(p)->destroy = destroy;
	return OF(p);
}

static void __whittle_raise(struct __whittle_exception *e)
{
	__whittle_thrown = e + 1;
	__whittle_thrown_type = e->type;
	__whittle_flying++;
}

void __cxa_throw(void *p, void *type, void (*destroy)(void *))
{
	__cxa_init_primary_exception(p, type, destroy);
	STORE(&OF(p)->holders, 1);
	__whittle_raise(OF(p));
}

void __whittle_hold_exception(void *p)
{
	if (p)
		__atomic_fetch_add(&OF(p)->holders, 1, __ATOMIC_SEQ_CST);
}

void __whittle_drop_exception(void *p)
{
	struct __whittle_exception *e = OF(p);
	if (!p || __atomic_fetch_sub(&e->holders, 1, __ATOMIC_SEQ_CST) != 1)
		return;
	if (e->primary) {
		/* That one stands for no other. */
		struct __whittle_exception *primary = e->primary;
		__whittle_free(e);
		e = primary;
		if (__atomic_fetch_sub(&e->holders, 1, __ATOMIC_SEQ_CST) != 1)
			return;
	}
	if (e->destroy)
		__whittle_finish(e->destroy, e + 1);
	__whittle_free(e);
}

void __whittle_throw_again(void *p)
{
	struct __whittle_exception *e;
	if (!p)
		_ZSt9terminatev();
	e = OF(__cxa_allocate_exception(0));
	e->type = OF(p)->type;
	e->primary = OF(p);
	e->holders = 1;
	__whittle_hold_exception(p);
	__whittle_raise(e);
}

/* The object of the exception in flight, for the lowering. */
void *__whittle_object(void *p)
{
	return OF(p)->primary ? OF(p)->primary + 1 : p;
}

void __whittle_adjust(void *p, void *adjusted)
{
	OF(p)->adjusted = adjusted;
}

void *__cxa_get_exception_ptr(void *p)
{
	return OF(p)->adjusted;
}

void *__cxa_begin_catch(void *p)
{
	struct __whittle_exception *e = OF(p);
	e->handlers = e->handlers < 0 ? 1 - e->handlers : e->handlers + 1;
	__whittle_flying--;
	if (__whittle_caught != e) {
		e->below = __whittle_caught;
		__whittle_caught = e;
	}
	return e->adjusted;
}

void __cxa_end_catch(void)
{
	struct __whittle_exception *e = __whittle_caught;
	if (!e)
		return;
	if (e->handlers < 0) {
		if (++e->handlers == 0)
			__whittle_caught = e->below;
		return;
	}
	if (--e->handlers == 0) {
		__whittle_caught = e->below;
		__whittle_drop_exception(e + 1);
	}
}

void __cxa_rethrow(void)
{
	struct __whittle_exception *e = __whittle_caught;
	if (!e)
		_ZSt9terminatev();
	e->handlers = -e->handlers;
	__whittle_raise(e);
}

void *__cxa_current_exception_type(void)
{
	return __whittle_caught ? __whittle_caught->type : 0;
}

void *__whittle_current_exception(void)
{
	struct __whittle_exception *e = __whittle_caught;
	return !e ? 0 : e->primary ? e->primary + 1 : e + 1;
}

int _ZSt19uncaught_exceptionsv(void)
{
	return __whittle_flying;
}

unsigned char _ZSt18uncaught_exceptionv(void)
{
	return __whittle_flying != 0;
}

/* Static variables of functions: the first byte says that it is made, the second one that it is being made. */
int __cxa_guard_acquire(unsigned char *g)
{
	int first;
	__whittle_atomic_begin();
	__whittle_sync("once", g);
	__whittle_await(LOAD(g + 1) == 0);
	first = LOAD(g) == 0;
	if (first)
		STORE(g + 1, 1);
	__whittle_atomic_end();
	return first;
}

void __cxa_guard_release(unsigned char *g)
{
	__whittle_atomic_begin();
	__whittle_sync("once-done", g);
	STORE(g, 1);
	STORE(g + 1, 0);
	__whittle_atomic_end();
}

void __cxa_guard_abort(unsigned char *g)
{
	STORE(g + 1, 0);
}

/* Once: an exception leaves it to the next one. */
int __whittle_once(pthread_once_t *o, void (*f)(void))
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
		STORE(o, __whittle_thrown ? 0 : 2);
		__whittle_atomic_end();
	}
	return 0;
}

/* New and delete. */
#define NEW(name) void *name(unsigned long n) { return __whittle_alloc(n, 0); }
#define NEW_WITH(name, type) void *name(unsigned long n, type x) { return __whittle_alloc(n, 0); }
#define DELETE(name) void name(void *p) { __whittle_free(p); }
#define DELETE_WITH(name, type) void name(void *p, type x) { __whittle_free(p); }
#define DELETE_WITH_2(name, type, second) void name(void *p, type x, second y) { __whittle_free(p); }
NEW(_Znwm)
NEW(_Znam)
NEW(_Znwj)
NEW(_Znaj)
NEW_WITH(_ZnwmRKSt9nothrow_t, const void *)
NEW_WITH(_ZnamRKSt9nothrow_t, const void *)
NEW_WITH(_ZnwmSt11align_val_t, unsigned long)
NEW_WITH(_ZnamSt11align_val_t, unsigned long)
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE_WITH(_ZdlPvm, unsigned long)
DELETE_WITH(_ZdaPvm, unsigned long)
DELETE_WITH(_ZdlPvj, unsigned)
DELETE_WITH(_ZdaPvj, unsigned)
DELETE_WITH(_ZdlPvRKSt9nothrow_t, const void *)
DELETE_WITH(_ZdaPvRKSt9nothrow_t, const void *)
DELETE_WITH(_ZdlPvSt11align_val_t, unsigned long)
DELETE_WITH(_ZdaPvSt11align_val_t, unsigned long)
DELETE_WITH_2(_ZdlPvmSt11align_val_t, unsigned long, unsigned long)
DELETE_WITH_2(_ZdaPvmSt11align_val_t, unsigned long, unsigned long)

/* Destructors at the end of the program. */
#define ENDS 32
static struct {
	void (*f)(void *);
	void *arg;
} __whittle_ends[ENDS];
static int __whittle_end_count;

static void __whittle_end(void)
{
	int i = --__whittle_end_count;
	__whittle_finish(__whittle_ends[i].f, __whittle_ends[i].arg);
}

int __cxa_atexit(void (*f)(void *), void *arg, void *module)
{
	int i;
	__whittle_atomic_begin();
	i = __whittle_end_count++;
	__whittle_atomic_end();
	if (i >= ENDS)
		__whittle_unsupported("more than 32 destructors of static variables");
	__whittle_ends[i].f = f;
	__whittle_ends[i].arg = arg;
	return atexit(__whittle_end);
}

/* The count of a semaphore. */
void __whittle_lower_count(long *count)
{
	long n;
	__whittle_atomic_begin();
	__whittle_sync("sem-wait", count);
	n = LOAD(count);
	__whittle_await(n > 0);
	STORE(count, n - 1);
	__whittle_atomic_end();
}

void __whittle_raise_count(long *count, long n)
{
	__whittle_atomic_begin();
	__whittle_sync("sem-post", count);
	STORE(count, LOAD(count) + n);
	__whittle_atomic_end();
}

/* What futures and barriers wait for. With a limit of time the wait may end without it. */
void __whittle_wait_word(const unsigned *p, unsigned value, unsigned char timed)
{
	unsigned now;
	if (timed && __whittle_nondet_int())
		return;
	__whittle_atomic_begin();
	now = LOAD(p);
	__whittle_await(now != value);
	__whittle_atomic_end();
}
