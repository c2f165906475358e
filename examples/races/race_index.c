// Both threads look their slot up in a table, each under the lock, and fill it without: the
// table has one slot twice.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const unsigned char slot_of[4] = {0, 1, 2, 1};
static int slots[3], next;

static void *fill(void *arg) {
    pthread_mutex_lock(&mutex);
    int mine = slot_of[next];
    next = next + 1 + (__VERIFIER_nondet_int() & 1);
    pthread_mutex_unlock(&mutex);
    slots[mine] = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    next = 1;
    pthread_create(&a, 0, fill, 0);
    pthread_create(&b, 0, fill, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return slots[1];
}
