// As race_handover, but the flag is set before the letter is complete.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>
#include <stdatomic.h>

static int letter[2];
static atomic_int announced;

static void *writer(void *arg) {
    letter[0] = 1;
    atomic_store_explicit(&announced, 1, memory_order_release);
    letter[1] = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&announced, memory_order_acquire))
        ;
    return letter[0] + letter[1];
}
