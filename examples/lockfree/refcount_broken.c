// A reference count that is read again after it was decremented: both users can
// find it zero and free the object.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct object {
    atomic_int refs;
    atomic_int freed;
};

static struct object shared = {2, 0};

static void drop(struct object *o) {
    atomic_fetch_sub(&o->refs, 1);
    if (o->refs == 0)
        assert(atomic_exchange(&o->freed, 1) == 0);
}

static void *user(void *arg) {
    drop(arg);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, &shared);
    pthread_create(&b, 0, user, &shared);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
