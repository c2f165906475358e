// The reader of a pair that is changed atomically reads it in two steps.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static int a, b;

static void __VERIFIER_atomic_change(void) {
    a = 1;
    b = 1;
}

static void *worker(void *arg) {
    __VERIFIER_atomic_change();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int x = a;
    int y = b;
    assert(x == y);
    pthread_join(t, 0);
    return 0;
}
