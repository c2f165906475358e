// A letter is written first and announced by an atomic flag afterwards; the reader waits
// for the flag. No two accesses to the letter can be next to each other.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>
#include <stdatomic.h>

static int letter[2];
static atomic_int announced;

static void *writer(void *arg) {
    letter[0] = 1;
    letter[1] = 2;
    atomic_store_explicit(&announced, 1, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load_explicit(&announced, memory_order_acquire))
        ;
    return letter[0] + letter[1];
}
