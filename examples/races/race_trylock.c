// Who gets the lock adds to the sum; who does not counts the miss, and two threads can miss
// at the same time.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum, misses;

static void *add(void *arg) {
    if (pthread_mutex_trylock(&mutex) == 0) {
        sum++;
        pthread_mutex_unlock(&mutex);
    } else {
        misses++;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_lock(&mutex);
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return sum;
}
