// A sequence lock whose reader checks only that no write was going on when it
// began.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *arg) {
    for (int i = 0; i < 2; i++) {
        sequence++;
        x++;
        y++;
        sequence++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (sequence % 2 != 0)
        ;
    int a = x;
    int b = y;
    assert(a == b);
    return 0;
}
