// Two readers of two independent writes agree on the order of the writes: the
// test known as IRIW.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static volatile int x, y, a1, a2, b1, b2;

static void *write_x(void *arg) {
    x = 1;
    return arg;
}

static void *write_y(void *arg) {
    y = 1;
    return arg;
}

static void *read_xy(void *arg) {
    a1 = x;
    a2 = y;
    return arg;
}

static void *read_yx(void *arg) {
    b1 = y;
    b2 = x;
    return arg;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, write_x, 0);
    pthread_create(&t[1], 0, write_y, 0);
    pthread_create(&t[2], 0, read_xy, 0);
    pthread_create(&t[3], 0, read_yx, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(!(a1 == 1 && a2 == 0 && b1 == 1 && b2 == 0));
    return 0;
}
