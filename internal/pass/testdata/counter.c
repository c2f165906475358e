// Two threads increment a counter without a lock; the update may be lost.
#include <pthread.h>
extern void reach_error(void);
int x;
static void inc(int by) { int t = x; x = t + by; }
void *worker(void *arg) { inc(*(int *)arg); return 0; }
int main(void) {
	pthread_t a, b;
	int one = 1;
	pthread_create(&a, 0, worker, &one);
	pthread_create(&b, 0, worker, &one);
	pthread_join(a, 0);
	pthread_join(b, 0);
	if (x != 2) reach_error();
	if (x == 3) reach_error(); // never
	return 0;
}
