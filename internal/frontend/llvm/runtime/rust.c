/*
 * What programs in Rust find in its library, as far as threads, locks and memory go, for the one version of the
 * compiler whose layouts these are (see rust.go). A function is called as its path.
 */
#include <bits/whittle.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

#define LOAD(p) __atomic_load_n((p), __ATOMIC_SEQ_CST)
#define STORE(p, v) __atomic_store_n((p), (v), __ATOMIC_SEQ_CST)

/* A trait object's table: drop, size, align, and its functions. */
enum { SIZE = 1, FIRST = 3, CALL = 5 };

long __rust_std_rt_lang_start_internal(void *f, void **table, long argc, void *argv, unsigned char pipes)
{
	int (*run)(void *) = (int (*)(void *))table[CALL];
	return run(f);
}

/* Memory. */
void __rust___rustc___rust_no_alloc_shim_is_unstable_v2(void) {}

void *__rust___rustc___rust_alloc(unsigned long size, unsigned long align)
{
	return __whittle_alloc(size, 0);
}

void *__rust___rustc___rust_alloc_zeroed(unsigned long size, unsigned long align)
{
	return __whittle_alloc(size, 1);
}

void __rust___rustc___rust_dealloc(void *p, unsigned long size, unsigned long align)
{
	__whittle_free(p);
}

void *__rust___rustc___rust_realloc(void *p, unsigned long old, unsigned long align, unsigned long size)
{
	void *q = __whittle_alloc(size, 0);
	memcpy(q, p, old < size ? old : size);
	__whittle_free(p);
	return q;
}

/* A panic ends the program, so that nobody has panicked. */
unsigned char __rust_std_panicking_panic_count_is_zero_slow_path(void)
{
	return 1;
}

/* No variable of the environment is set. */
void __rust_std_env__var_os(long *result, const void *name, unsigned long length)
{
	result[0] = LONG_MIN;
	result[1] = result[2] = 0;
}

/* A lock: 0 is free. */
void __rust_std_sys_sync_mutex_futex_Mutex_lock_contended(unsigned *m)
{
	__whittle_atomic_begin();
	__whittle_await(LOAD(m) == 0);
	STORE(m, 1);
	__whittle_atomic_end();
}

void __rust_std_sys_sync_mutex_futex_Mutex_wake(unsigned *m) {}

/* The handle of a thread is counted. */
unsigned long __rust_std_thread_id_ThreadId_new(void)
{
	static unsigned long last;
	return __atomic_add_fetch(&last, 1, __ATOMIC_SEQ_CST);
}

void *__rust_std_thread_thread_Thread_new(unsigned long id, void *name)
{
	unsigned long *h = __whittle_alloc(3 * sizeof *h, 0);
	h[0] = h[1] = 1;
	h[2] = id;
	return h;
}

void __rust_alloc_sync_Arc_std_thread_thread_Inner_alloc_System_drop_slow(void **h)
{
	__whittle_free(*h);
}

void __rust_std_thread_spawnhook_run_spawn_hooks(void **result, void *thread)
{
	result[0] = result[1] = result[2] = result[3] = 0;
}

void __rust_std_thread_spawnhook_ChildSpawnHooks_run(void *hooks) {}

void __rust_std_thread_spawnhook_SpawnHooks_core_ops_drop_Drop_drop(void *hooks) {}

struct __whittle_rust_start {
	unsigned long *handle;
	void *f;
	void **table;
};

static void *__whittle_rust_thread(void *p)
{
	struct __whittle_rust_start s = *(struct __whittle_rust_start *)p;
	void (*run)(void *) = (void (*)(void *))s.table[FIRST];
	__whittle_free(p);
	run(s.f);
	if (s.table[SIZE])
		__whittle_free(s.f);
	if (__atomic_sub_fetch(s.handle, 1, __ATOMIC_SEQ_CST) == 0)
		__whittle_free(s.handle);
	return 0;
}

void __rust_std_sys_thread_unix_Thread_new(unsigned long *result, unsigned long stack, void *start)
{
	pthread_t t;
	int error = pthread_create(&t, 0, __whittle_rust_thread, start);
	result[0] = error != 0;
	result[1] = error ? (unsigned long)error << 32 | 2 : t;
}

void __rust_std_sys_thread_unix_Thread_join(unsigned long t)
{
	pthread_join(t, 0);
}

void __rust_std_sys_thread_unix_Thread_core_ops_drop_Drop_drop(unsigned long *t)
{
	pthread_detach(*t);
}
