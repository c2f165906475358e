// A test-and-set lock with an endless waiting loop.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg;
    while (atomic_flag_test_and_set(&lock))
        ;
    critical_section(me);
    atomic_flag_clear(&lock);
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
