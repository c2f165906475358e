// A comparison between a signed and an unsigned number is an unsigned one.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned limit = 10;
    if (n < 0)
        assert(n < limit);
    return 0;
}
