#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A lock for readers and writers that counts down: the writer takes all at once.
#define ALL 4
atomic_int room = ALL;
int a, b;

void *reader(void *arg) {
	while (atomic_fetch_sub_explicit(&room, 1, memory_order_acquire) <= 0)
		atomic_fetch_add_explicit(&room, 1, memory_order_relaxed);
	assert(a == b);
	atomic_fetch_add_explicit(&room, 1, memory_order_release);
	return 0;
}

void *writer(void *arg) {
	if (atomic_fetch_sub_explicit(&room, ALL, memory_order_acquire) == ALL) {
		a = a + 1;
		b = b + 1;
	}
	atomic_fetch_add_explicit(&room, ALL, memory_order_release);
	return 0;
}

int main(void) {
	pthread_t r, w, v;
	pthread_create(&r, 0, reader, 0);
	pthread_create(&w, 0, writer, 0);
	pthread_create(&v, 0, writer, 0);
	pthread_join(r, 0);
	pthread_join(w, 0);
	pthread_join(v, 0);
	return 0;
}
