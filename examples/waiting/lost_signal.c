// A worker is told to stop by a flag and a signal, but the flag is set without
// the lock: the signal can come between the worker's look at the flag and its
// wait, and then nobody wakes it up.
//
// property:   no-deadlock
// data model: LP64
// verdict:    false
// engines:    ceds, dpr

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int stop;

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
    stop = 1;
    pthread_cond_signal(&changed);
    pthread_join(t, 0);
    return 0;
}
