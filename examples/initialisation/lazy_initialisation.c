// Lazy initialisation without a lock: both threads may prepare an object, but
// only one of them is published, and both use that one.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct object {
    int ready;
};

static struct object candidates[2];
static struct object *_Atomic instance;
static struct object *seen[2];

static void *user(void *arg) {
    int me = (int)(long)arg;
    struct object *o = instance;
    if (!o) {
        candidates[me].ready = 1;
        if (atomic_compare_exchange_strong(&instance, &o, &candidates[me]))
            o = &candidates[me];
    }
    assert(o->ready);
    seen[me] = o;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, (void *)0);
    pthread_create(&b, 0, user, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen[0] == seen[1]);
    return 0;
}
