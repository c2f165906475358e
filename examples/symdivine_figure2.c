// Two threads that count up to the next multiple of five, each in a variable of
// its own: the interleavings do not matter. After figure 2 of the same paper as
// symdivine_figure1.c.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static volatile unsigned char x, y;

static void *count(void *arg) {
    volatile unsigned char *p = arg;
    *p = __VERIFIER_nondet_uchar();
    while (*p % 5)
        (*p)++;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, count, (void *)&x);
    pthread_create(&t2, 0, count, (void *)&y);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x % 5 == 0 && y % 5 == 0);
    return 0;
}
