#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A lock that is taken by an exchange.
atomic_int word;
int data;

void *worker(void *arg) {
	while (atomic_exchange_explicit(&word, 1, memory_order_acquire)) {}
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
