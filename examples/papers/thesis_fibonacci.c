// Two threads add each other's number to their own, twice each. In the fastest
// interleaving the numbers run through the Fibonacci sequence up to 8. After
// listing 2.2 of the thesis "SMT-based Model Checking of Concurrent Programs".
//
// property:   unreach-call
// data model: LP64
// verdict:    false
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
    assert(i != 8 && j != 8);
    return 0;
}
