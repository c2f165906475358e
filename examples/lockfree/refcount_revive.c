// A reference is taken from a shared place while the last owner drops the object:
// the new reference comes too late.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int refs = 1, freed;
static atomic_int published = 1;

static void *reader(void *arg) {
    if (published) {
        atomic_fetch_add(&refs, 1);
        assert(!freed);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    published = 0;
    if (atomic_fetch_sub(&refs, 1) == 1)
        freed = 1;
    pthread_join(t, 0);
    return 0;
}
