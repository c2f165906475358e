// As symdivine_figure1.c: the counter can be one below the modulus.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
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
    assert(y != 5);
    return x * y;
}
