#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// An object is made when it is first needed, under a lock that is looked for twice.
atomic_int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int object, made;

void *user(void *arg) {
	if (!atomic_load_explicit(&ready, memory_order_acquire)) {
		pthread_mutex_lock(&m);
		if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
			object = 1;
			made++;
			atomic_store_explicit(&ready, 1, memory_order_release);
		}
		pthread_mutex_unlock(&m);
	}
	assert(object == 1);
	return 0;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, user, 0);
	pthread_create(&b, 0, user, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(made == 1);
	return 0;
}
