// A shared object on the heap is freed by the last one who drops it: the count is
// decremented and tested in one step.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int refs;
    int value;
};

static int freed;

static void drop(struct object *o) {
    if (atomic_fetch_sub(&o->refs, 1) == 1) {
        assert(!freed);
        freed = 1;
        free(o);
    }
}

static void *user(void *arg) {
    struct object *o = arg;
    assert(o->value == 5);
    drop(o);
    return 0;
}

int main(void) {
    pthread_t a, b;
    struct object *o = malloc(sizeof *o);
    o->refs = 2;
    o->value = 5;
    pthread_create(&a, 0, user, o);
    pthread_create(&b, 0, user, o);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(freed);
    return 0;
}
