// As pbmc_figure1.c, with each statement an atomic section, as in the paper: so a
// statement is one step of the encoding "steps". Nobody waits for the threads. The
// projections on y are in docs/projections.md.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int a = 0, b = 1, x, y;
static int table[4] = {10, 11, 12, 13};

static void *set_index(void *arg) {
    a = 1;
    return arg;
}

static void *set_entry(void *arg) {
    table[b] = 5;
    return arg;
}

static void *look_up(void *arg) {
    __VERIFIER_atomic_begin();
    x = table[a];
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    y = x + 7;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, set_index, 0);
    pthread_create(&t2, 0, set_entry, 0);
    pthread_create(&t3, 0, look_up, 0);
    __VERIFIER_atomic_begin();
    assert(y == 0 || y == 17 || y == 18 || y == 12);
    __VERIFIER_atomic_end();
    return 0;
}
