// A pair that is changed inside of an atomic section is never seen half-changed
// from inside of another one.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int a, b;

static void __VERIFIER_atomic_swap_signs(void) {
    a = -a + 1;
    b = -b + 1;
}

static void *worker(void *arg) {
    __VERIFIER_atomic_swap_signs();
    __VERIFIER_atomic_swap_signs();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_atomic_begin();
    int x = a;
    int y = b;
    __VERIFIER_atomic_end();
    assert(x == y);
    pthread_join(t, 0);
    assert(a == 0 && b == 0);
    return 0;
}
