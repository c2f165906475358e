#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A pointer is published, as with RCU.
struct item { int value; };
struct item items[2];
struct item *_Atomic current;

void *writer(void *arg) {
	items[0].value = 1;
	atomic_store_explicit(&current, &items[0], memory_order_release);
	items[1].value = 2;
	atomic_store_explicit(&current, &items[1], memory_order_release);
	return 0;
}

void *reader(void *arg) {
	struct item *p = atomic_load_explicit(&current, memory_order_acquire);
	if (p) assert(p->value > 0);
	return 0;
}

int main(void) {
	pthread_t w, r;
	pthread_create(&w, 0, writer, 0);
	pthread_create(&r, 0, reader, 0);
	pthread_join(w, 0);
	pthread_join(r, 0);
	return 0;
}
