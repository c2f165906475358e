// As symdivine_figure1.c: the counter can be one below the modulus.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int expensive(int a, int b) {
    unsigned int u = a, v = b;
    unsigned int r = (u * 40503u ^ v >> 5) % 1009u;
    r = (r << 7 | v % 97u) / (v % 13u + 1u);
    r = r * (u / 31u + 1u) ^ v * v;
    return r % (u % 89u + 11u);
}

int main(void) {
    int x = expensive(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    int y = 0;
    for (unsigned int n = __VERIFIER_nondet_uint(); n % 42 != 0; n++)
        y++;
    assert(y != 41);
    return x * y;
}
