// As data_model_lp64.c, but in ILP32, where long has 32 bits: the size is wrong.
//
// property:   unreach-call
// data model: ILP32
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    long a = __VERIFIER_nondet_short();
    long b = 0x10000;
    assert(a * b / b == a && sizeof(long) == 8);
    return 0;
}
