#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// The entrance of Dekker's algorithm with fences: who sees the other one stays out.
atomic_int wants[2], inside;
int data;

void enter(int me) {
	atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	if (!atomic_load_explicit(&wants[1 - me], memory_order_acquire)) {
		data = 1 + me;
		assert(data == 1 + me);
	}
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
	return 0;
}
