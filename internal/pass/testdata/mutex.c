// The lock makes the update safe; only the early check can fail.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct { int pad, n; } s;
void *worker(void *arg) {
	pthread_mutex_lock(&m);
	s.n = s.n + 1;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t a;
	pthread_create(&a, 0, worker, 0);
	worker(0);
	if (s.n != 2) reach_error(); // the thread may not have come to it
	pthread_join(a, 0);
	if (s.n != 2) reach_error(); // never
	return 0;
}
