#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// The queue lock of Craig, Landin and Hagersten.
struct node { atomic_int locked; };
struct node nodes[3];
struct node *_Atomic tail = &nodes[2];
int data;

void *worker(void *arg) {
	struct node *me = arg, *before;
	atomic_store_explicit(&me->locked, 1, memory_order_relaxed);
	before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
	while (atomic_load_explicit(&before->locked, memory_order_acquire)) {}
	data = data + 1;
	atomic_store_explicit(&me->locked, 0, memory_order_release);
	return 0;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &nodes[i]);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(data == 2);
	return 0;
}
