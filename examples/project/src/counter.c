// A counter that is kept in batches: most additions touch what belongs to the
// thread alone. BATCH comes from the build.
#include "counter.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static _Thread_local int pending;

void counter_add(void) {
    if (++pending == BATCH) {
        pthread_mutex_lock(&lock);
        total += pending;
        pending = 0;
        pthread_mutex_unlock(&lock);
    }
}

int counter_get(void) {
    pthread_mutex_lock(&lock);
    int n = total + pending;
    pthread_mutex_unlock(&lock);
    return n;
}
