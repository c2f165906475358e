#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>

// The last one to drop a reference takes the object apart.
atomic_int refs = 2;
int used[2], torn;

void drop(void) {
	if (atomic_fetch_sub_explicit(&refs, 1, memory_order_release) == 1) {
		atomic_thread_fence(memory_order_acquire);
		assert(used[0] == 1 && used[1] == 1);
		torn++;
	}
}

void *first(void *arg) { used[0] = 1; drop(); return 0; }
void *second(void *arg) { used[1] = 1; drop(); return 0; }

int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, first, 0);
	pthread_create(&b, 0, second, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(torn == 1);
	return 0;
}
