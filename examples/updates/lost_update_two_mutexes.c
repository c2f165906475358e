// The additions of lost_update.c, each thread under a mutex of its own.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutexes[2];
static int counter;

static void *add(void *arg) {
    pthread_mutex_t *mutex = arg;
    pthread_mutex_lock(mutex);
    int old = counter;
    counter = old + 1;
    pthread_mutex_unlock(mutex);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&mutexes[0], 0);
    pthread_mutex_init(&mutexes[1], 0);
    pthread_create(&a, 0, add, &mutexes[0]);
    pthread_create(&b, 0, add, &mutexes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
