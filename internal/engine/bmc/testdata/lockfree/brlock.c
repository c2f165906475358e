#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// A big-reader lock: a reader takes a word of its own, the writer all of them.
atomic_int words[2];
int a, b;

void lock(int i) { while (atomic_exchange_explicit(&words[i], 1, memory_order_acquire)) {} }
void unlock(int i) { atomic_store_explicit(&words[i], 0, memory_order_release); }

void *reader(void *arg) {
	int i = arg != 0;
	lock(i);
	assert(a == b);
	unlock(i);
	return 0;
}

void *writer(void *arg) {
	lock(0);
	lock(1);
	a = 1;
	b = 1;
	unlock(1);
	unlock(0);
	return 0;
}

int main(void) {
	pthread_t r, s, w;
	pthread_create(&r, 0, reader, 0);
	pthread_create(&s, 0, reader, &a);
	pthread_create(&w, 0, writer, 0);
	pthread_join(r, 0);
	pthread_join(s, 0);
	pthread_join(w, 0);
	return 0;
}
