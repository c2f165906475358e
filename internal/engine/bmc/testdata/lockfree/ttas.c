#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A lock that is looked at before it is taken.
atomic_int word;
int data;

void *worker(void *arg) {
	int free = 0;
	do {
		while (atomic_load_explicit(&word, memory_order_relaxed)) {}
		free = 0;
	} while (!atomic_compare_exchange_strong_explicit(&word, &free, 1, memory_order_acquire, memory_order_relaxed));
	data = data + 1;
	atomic_store_explicit(&word, 0, memory_order_release);
	return 0;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(data == 2);
	return 0;
}
