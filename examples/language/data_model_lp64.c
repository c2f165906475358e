// In the data model LP64 the product of two numbers of type int fits into long.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    long a = __VERIFIER_nondet_short();
    long b = 0x10000;
    assert(a * b / b == a && sizeof(long) == 8);
    return 0;
}
