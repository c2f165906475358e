#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A barrier with a generation.
atomic_int waiting, generation;
int x[2];

void wait(void) {
	int g = atomic_load_explicit(&generation, memory_order_relaxed);
	if (atomic_fetch_add_explicit(&waiting, 1, memory_order_acq_rel) == 1) {
		atomic_store_explicit(&waiting, 0, memory_order_relaxed);
		atomic_store_explicit(&generation, g + 1, memory_order_release);
	} else {
		while (atomic_load_explicit(&generation, memory_order_acquire) == g) {}
	}
}

void *first(void *arg) {
	x[0] = 1;
	wait();
	assert(x[1] == 1);
	return 0;
}

void *second(void *arg) {
	x[1] = 1;
	wait();
	assert(x[0] == 1);
	return 0;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
