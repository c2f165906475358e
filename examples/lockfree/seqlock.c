// A sequence lock: readers take no lock, but read again when a write was going on
// or has come in between.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
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
    unsigned before;
    int a, b;
    do {
        before = sequence;
        a = x;
        b = y;
    } while (before % 2 != 0 || sequence != before);
    assert(a == b);
    return 0;
}
