// The creation and the join of a thread order all accesses.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>

static int shared;

static void *worker(void *arg) {
    shared++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    shared = 1;
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(b, 0);
    return shared;
}
