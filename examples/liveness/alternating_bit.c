// The alternating bit protocol over channels that hold one message and lose some. If not all are lost, each
// message is delivered.

#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

#define EMPTY 2

static atomic_int data = EMPTY, ack = EMPTY; // a bit, or EMPTY
static atomic_int delivered;                 // how many, modulo 2
static atomic_int arrives;                   // what was sent last is not lost

static void *sender(void *arg) {
    int bit = 0;
    for (;;) {
        int kept = __VERIFIER_nondet_bool();
        arrives = kept;
        if (kept)
            data = bit;
        if (ack == bit)
            bit = 1 - bit;
    }
    return arg;
}

static void *receiver(void *arg) {
    int expected = 0;
    for (;;) {
        int got = data;
        if (got == expected) {
            delivered = 1 - delivered;
            ack = expected;
            expected = 1 - expected;
        }
    }
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, receiver, 0);
    sender(0);
    return 0;
}
