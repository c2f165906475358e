// As race_atomic_and_plain, but the plain read waits for both.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>
#include <stdatomic.h>

static int hits;

static void *hit(void *arg) {
    __atomic_fetch_add(&hits, 1, __ATOMIC_RELAXED);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, hit, 0);
    pthread_create(&b, 0, hit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return hits;
}
