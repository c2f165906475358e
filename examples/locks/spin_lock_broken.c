// A lock that is tested and set in two steps.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg;
    while (lock)
        ;
    lock = 1;
    critical_section(me);
    lock = 0;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, process, (void *)0);
    pthread_create(&b, 0, process, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
