// Data first, then the flag: under sequential consistency whoever sees the flag
// sees the data.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static volatile int data, flag;

static void *sender(void *arg) {
    data = 42;
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, sender, 0);
    while (!flag)
        ;
    assert(data == 42);
    return 0;
}
