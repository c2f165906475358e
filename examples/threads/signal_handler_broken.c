// A signal handler, modelled by a thread whose body is one atomic step, that
// looks at data while the main program is changing it.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static volatile int length, sum;

static void handler(void) {
    assert(sum == 3 * length);
}

static void *deliver(void *arg) {
    __VERIFIER_atomic_begin();
    handler();
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, deliver, 0);
    for (int i = 0; i < 2; i++) {
        length++;
        sum += 3;
    }
    return 0;
}
