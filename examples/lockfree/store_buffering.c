// Each of two threads writes one variable and reads the other: under sequential
// consistency at least one of them sees the other's write. (Weaker memory models
// allow that none does.)
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static volatile int x, y, seen_x, seen_y;

static void *first(void *arg) {
    x = 1;
    seen_y = y;
    return arg;
}

static void *second(void *arg) {
    y = 1;
    seen_x = x;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_x || seen_y);
    return 0;
}
