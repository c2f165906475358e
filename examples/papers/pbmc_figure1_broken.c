// As pbmc_figure1.c, but the third projection is forgotten: both other threads
// can come before the look-up.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

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
    x = table[a];
    y = x + 7;
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, set_index, 0);
    pthread_create(&t2, 0, set_entry, 0);
    pthread_create(&t3, 0, look_up, 0);
    pthread_join(t3, 0);
    assert(y == 17 || y == 18);
    return 0;
}
