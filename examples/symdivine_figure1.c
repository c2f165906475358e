// An expensive value that the loop does not touch, and a counter that depends on
// an input: the two never meet before the end. After figure 1 of "SMT Queries
// Decomposition and Caching in Semi-Symbolic Model Checking" (Mrazek, Jonas,
// Barnat), with smaller numbers.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int expensive(int a, int b) {
    int r = a ^ (b << 3);
    r = (r & 0xff) * 31 + (b % 16);
    return r;
}

int main(void) {
    int x = expensive(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    int y = 0;
    for (unsigned char n = __VERIFIER_nondet_uchar(); n % 6 != 0; n++)
        y++;
    assert(y < 6);
    return x * y;
}
