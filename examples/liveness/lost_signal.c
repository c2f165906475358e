// A signal that is lost: if it comes before the other thread waits for it, that one waits for ever.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, done;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t waiter;
    pthread_create(&waiter, 0, wait_for_it, 0);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(waiter, 0);
    return 0;
}
