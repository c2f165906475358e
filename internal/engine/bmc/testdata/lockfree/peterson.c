#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// Peterson's algorithm.
atomic_int wants[2], turn;
int data;

void enter(int me) {
	atomic_store_explicit(&wants[me], 1, memory_order_seq_cst);
	atomic_store_explicit(&turn, 1 - me, memory_order_seq_cst);
	while (atomic_load_explicit(&wants[1 - me], memory_order_seq_cst) &&
		atomic_load_explicit(&turn, memory_order_seq_cst) == 1 - me) {}
	data = data + 1;
	atomic_store_explicit(&wants[me], 0, memory_order_release);
}

void *first(void *arg) { enter(0); return 0; }
void *second(void *arg) { enter(1); return 0; }

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(data == 2);
	return 0;
}
