// Two threads that count up to the next multiple of five, each in a variable of
// its own: the interleavings do not matter. After figure 2 of the same paper as
// symdivine_figure1.c.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    ceds

#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static volatile int x, y;

static void *count(void *arg) {
    volatile int *p = arg;
    *p = __VERIFIER_nondet_int();
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
    return x + y;
}
