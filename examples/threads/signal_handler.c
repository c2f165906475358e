// A signal handler, modelled by a thread whose body is one atomic step: the main
// program can be interrupted anywhere, but the handler cannot. It does nothing
// while the main program has the signal blocked.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int blocked, length, sum;

static void handler(void) {
    assert(sum == 3 * length);
}

static void *deliver(void *arg) {
    for (int signals = 0; signals < 2; signals++) {
        __VERIFIER_atomic_begin();
        if (!blocked)
            handler();
        __VERIFIER_atomic_end();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, deliver, 0);
    for (int i = 0; i < 2; i++) {
        blocked = 1;
        length++;
        sum += 3;
        blocked = 0;
    }
    return 0;
}
