#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// Vyukov's ring for many producers and consumers.
#define SIZE 2
struct cell { atomic_int seq; int value; };
struct cell ring[SIZE] = {{0}, {1}};
atomic_int enqueue, dequeue;

int put(int v) {
	int pos = atomic_load_explicit(&enqueue, memory_order_relaxed);
	struct cell *c = &ring[pos % SIZE];
	if (atomic_load_explicit(&c->seq, memory_order_acquire) != pos) return 0;
	if (!atomic_compare_exchange_strong_explicit(&enqueue, &pos, pos + 1, memory_order_relaxed, memory_order_relaxed))
		return 0;
	c->value = v;
	atomic_store_explicit(&c->seq, pos + 1, memory_order_release);
	return 1;
}

int get(int *v) {
	int pos = atomic_load_explicit(&dequeue, memory_order_relaxed);
	struct cell *c = &ring[pos % SIZE];
	if (atomic_load_explicit(&c->seq, memory_order_acquire) != pos + 1) return 0;
	if (!atomic_compare_exchange_strong_explicit(&dequeue, &pos, pos + 1, memory_order_relaxed, memory_order_relaxed))
		return 0;
	*v = c->value;
	atomic_store_explicit(&c->seq, pos + SIZE, memory_order_release);
	return 1;
}

void *producer(void *arg) {
	put(1);
	put(1);
	put(1);
	return 0;
}

void *consumer(void *arg) {
	int v;
	if (get(&v)) assert(v == 1);
	if (get(&v)) assert(v == 1);
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
