#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A sequence lock with one writer.
atomic_int seq, a, b;

void *writer(void *arg) {
	int s = atomic_load_explicit(&seq, memory_order_relaxed);
	atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&a, 1, memory_order_relaxed);
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	atomic_store_explicit(&seq, s + 2, memory_order_release);
	return 0;
}

void *reader(void *arg) {
	int s = atomic_load_explicit(&seq, memory_order_acquire);
	int x = atomic_load_explicit(&a, memory_order_relaxed);
	int y = atomic_load_explicit(&b, memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire);
	if (s % 2 == 0 && atomic_load_explicit(&seq, memory_order_relaxed) == s)
		assert(x == y);
	return 0;
}

int main(void) {
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
	return 0;
}
