#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// Treiber's stack: two push, one pops.
struct node { int value; struct node *next; };
struct node nodes[2];
struct node *_Atomic top;

void push(struct node *n, int v) {
	n->value = v;
	n->next = atomic_load_explicit(&top, memory_order_relaxed);
	while (!atomic_compare_exchange_strong_explicit(&top, &n->next, n, memory_order_release, memory_order_relaxed)) {}
}

void *pusher(void *arg) {
	struct node *n = arg;
	push(n, 1);
	return 0;
}

void *popper(void *arg) {
	struct node *n = atomic_load_explicit(&top, memory_order_acquire);
	while (n && !atomic_compare_exchange_strong_explicit(&top, &n, n->next, memory_order_acquire,
		memory_order_acquire)) {}
	if (n) assert(n->value == 1);
	return 0;
}

int main(void) {
	pthread_t a, b, c;
	pthread_create(&a, 0, pusher, &nodes[0]);
	pthread_create(&b, 0, pusher, &nodes[1]);
	pthread_create(&c, 0, popper, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
