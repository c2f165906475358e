#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A hazard pointer keeps an object from being reused.
int objects[2] = {1, 1};
int *_Atomic current = &objects[0];
int *_Atomic hazard;

void *reader(void *arg) {
	int *p = atomic_load_explicit(&current, memory_order_relaxed);
	atomic_store_explicit(&hazard, p, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&current, memory_order_acquire) == p) assert(*p == 1);
	atomic_store_explicit(&hazard, 0, memory_order_release);
	return 0;
}

void *writer(void *arg) {
	atomic_store_explicit(&current, &objects[1], memory_order_release);
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&hazard, memory_order_acquire) != &objects[0]) objects[0] = 2;
	return 0;
}

int main(void) {
	pthread_t r, w;
	pthread_create(&r, 0, reader, 0);
	pthread_create(&w, 0, writer, 0);
	pthread_join(r, 0);
	pthread_join(w, 0);
	return 0;
}
