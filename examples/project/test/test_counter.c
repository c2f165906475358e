// What a thread leaves in its batch when it ends is lost.
#include <assert.h>
#include <pthread.h>

#include "counter.h"

static void *add(void *arg) {
    counter_add();
    return arg;
}

int test_main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    counter_add();
    pthread_join(t, 0);
    assert(counter_get() == 2);
    return 0;
}
