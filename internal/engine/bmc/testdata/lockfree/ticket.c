#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A lock of tickets.
atomic_int next, serving;
int data;

void *worker(void *arg) {
	int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
	while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {}
	data = data + 1;
	atomic_store_explicit(&serving, mine + 1, memory_order_release);
	return 0;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(data == 2);
	return 0;
}
