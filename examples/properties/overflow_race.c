// A bound is checked before the addition, but another thread can come in between.
//
// property:   no-overflow
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <limits.h>
#include <pthread.h>

static volatile int n = INT_MAX - 1;

static void *add(void *arg) {
    if (n < INT_MAX)
        n++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
