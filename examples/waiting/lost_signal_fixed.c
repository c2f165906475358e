// A worker is told to stop by a flag and a signal. The flag is set under the
// lock that the worker looks at it with, so that the signal comes before it
// looks, or when it waits.
//
// property:   no-deadlock
// data model: LP64
// verdict:    true
// engines:    ceds

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stop;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    while (!stop)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&changed);
    pthread_join(t, 0);
    return 0;
}
