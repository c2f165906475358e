// As thesis_fibonacci.c with the right bound: 8 is reached, but not exceeded.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static int i = 1, j = 1;

static void *left(void *arg) {
    i += j;
    i += j;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, left, 0);
    j += i;
    j += i;
    pthread_join(t, 0);
    assert(i <= 8 && j <= 8);
    return 0;
}
