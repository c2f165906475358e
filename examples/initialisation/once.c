// Lazy initialisation by pthread_once: it runs once, and whoever comes later
// waits for its end.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void initialise(void) {
    runs++;
    value = 42;
}

static void *user(void *arg) {
    pthread_once(&once, initialise);
    assert(value == 42);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(runs == 1);
    return 0;
}
