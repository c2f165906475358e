// Two threads, each with a bit-field of its own: but a write to a bit-field reads
// and writes the whole unit, neighbours included.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 4;
    unsigned b : 4;
} shared;

static void *set_a(void *arg) {
    shared.a = 1;
    return arg;
}

static void *set_b(void *arg) {
    shared.b = 1;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, set_a, 0);
    pthread_create(&u, 0, set_b, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(shared.a == 1 && shared.b == 1);
    return 0;
}
