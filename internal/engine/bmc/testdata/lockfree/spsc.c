#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A ring with one producer and one consumer, of one place.
#define SIZE 1
int ring[SIZE];
atomic_int head, tail;

void *producer(void *arg) {
	for (int i = 0; i < 2; i++) {
		int h = atomic_load_explicit(&head, memory_order_relaxed);
		while (h - atomic_load_explicit(&tail, memory_order_acquire) == SIZE) {}
		ring[h % SIZE] = i + 1;
		atomic_store_explicit(&head, h + 1, memory_order_release);
	}
	return 0;
}

void *consumer(void *arg) {
	for (int i = 0; i < 2; i++) {
		int t = atomic_load_explicit(&tail, memory_order_relaxed);
		while (atomic_load_explicit(&head, memory_order_acquire) == t) {}
		assert(ring[t % SIZE] == i + 1);
		atomic_store_explicit(&tail, t + 1, memory_order_release);
	}
	return 0;
}

int main(void) {
	pthread_t p, c;
	pthread_create(&p, 0, producer, 0);
	pthread_create(&c, 0, consumer, 0);
	pthread_join(p, 0);
	pthread_join(c, 0);
	return 0;
}
