// Two pointers that may point to the same place: the second write changes what the
// first one wrote.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int cells[3] = {0, 0, 0};
    int *p = &cells[__VERIFIER_nondet_uint() % 3];
    int *q = &cells[__VERIFIER_nondet_uint() % 3];
    *p = 1;
    *q = 2;
    assert(*p == 1);
    return 0;
}
