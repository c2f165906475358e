// Two threads write one variable without any order between them.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static int shared;

static void *worker(void *arg) {
    shared = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
