// The flag first, then the data: the receiver can be too fast.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static volatile int data, flag;

static void *sender(void *arg) {
    flag = 1;
    data = 42;
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
