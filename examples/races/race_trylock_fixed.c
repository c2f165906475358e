// As race_trylock, but a miss changes nothing: the sum is touched by the holder of the lock
// only.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *arg) {
    if (pthread_mutex_trylock(&mutex) == 0) {
        sum++;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return sum;
}
