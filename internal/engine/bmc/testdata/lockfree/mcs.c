#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// The queue lock of Mellor-Crummey and Scott.
struct node {
	struct node *_Atomic next;
	atomic_int locked;
};
struct node nodes[2];
struct node *_Atomic tail;
int data;

void *worker(void *arg) {
	struct node *me = arg, *before, *after, *last = me;
	atomic_store_explicit(&me->next, 0, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
	if (before) {
		atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
		atomic_store_explicit(&before->next, me, memory_order_release);
		while (atomic_load_explicit(&me->locked, memory_order_acquire)) {}
	}
	data = data + 1;
	after = atomic_load_explicit(&me->next, memory_order_acquire);
	if (!after) {
		if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, memory_order_release, memory_order_relaxed))
			return 0;
		while (!(after = atomic_load_explicit(&me->next, memory_order_acquire))) {}
	}
	atomic_store_explicit(&after->locked, 0, memory_order_release);
	return 0;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &nodes[i]);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(data == 2);
	return 0;
}
