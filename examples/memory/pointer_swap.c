// Pointers to pointers, and arithmetic with them.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int **p, int **q) {
    int *t = *p;
    *p = *q;
    *q = t;
}

int main(void) {
    int numbers[5] = {1, 2, 3, 4, 5};
    int *low = numbers, *high = numbers + 4;
    if (__VERIFIER_nondet_int())
        swap(&low, &high);
    long distance = high - low;
    assert(distance == 4 || distance == -4);
    assert(*low + *high == 6);
    assert((low < high) == (distance > 0));
    return 0;
}
