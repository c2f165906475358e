// A condition variable and the exit value of a thread.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *worker(void *arg) {
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_exit((void *)3);
}
int main(void) {
	pthread_t t;
	void *v;
	pthread_create(&t, 0, worker, 0);
	pthread_mutex_lock(&m);
	while (!ready) pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, &v);
	if (v != (void *)3) reach_error(); // never
	if (ready) reach_error();
	return 0;
}
