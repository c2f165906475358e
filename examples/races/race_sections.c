// All accesses while the threads run are in atomic sections.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#include <pthread.h>

static int tickets = 2, sold;

static void *sell(void *arg) {
    __VERIFIER_atomic_begin();
    if (tickets > 0) {
        tickets--;
        sold++;
    }
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, sell, 0);
    pthread_create(&b, 0, sell, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return sold;
}
