#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// The queue of Michael and Scott: one appends, one takes.
struct node { int value; struct node *_Atomic next; };
struct node nodes[3];
struct node *_Atomic head = &nodes[0];
struct node *_Atomic tail = &nodes[0];

void append(struct node *n) {
	n->value = 1;
	for (;;) {
		struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
		struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
		if (next) {
			atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
			continue;
		}
		if (atomic_compare_exchange_strong_explicit(&last->next, &next, n, memory_order_release,
			memory_order_relaxed)) {
			atomic_compare_exchange_strong_explicit(&tail, &last, n, memory_order_release, memory_order_relaxed);
			return;
		}
	}
}

void *producer(void *arg) {
	append(arg);
	return 0;
}

void *consumer(void *arg) {
	struct node *first = atomic_load_explicit(&head, memory_order_acquire);
	struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
	if (next) {
		int v = next->value;
		if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed))
			assert(v == 1);
	}
	return 0;
}

int main(void) {
	pthread_t a, b, c;
	pthread_create(&a, 0, producer, &nodes[1]);
	pthread_create(&b, 0, producer, &nodes[2]);
	pthread_create(&c, 0, consumer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
