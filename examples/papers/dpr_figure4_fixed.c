// As dpr_figure4.c, with a factor that is not zero.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 5;
    int z = 3;
    int w = 1;
    if (x == 10)
        w = w * y;
    else
        w = y + z;
    assert(w != 0);
    return 0;
}
