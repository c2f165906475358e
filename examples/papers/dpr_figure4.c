// A product with zero stays zero, whatever else was computed: the values explain
// the failure better than the dependences. After figure 4 of the same paper.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 5;
    int z = 3;
    int w = 0;
    if (x == 10)
        w = w * y;
    else
        w = y + z;
    assert(w != 0);
    return 0;
}
