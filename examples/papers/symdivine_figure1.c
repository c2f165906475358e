// An expensive value that the loop does not touch, and a counter that depends on
// an input: the two never meet before the end. After figure 1 of "SMT Queries
// Decomposition and Caching in Semi-Symbolic Model Checking" (Mrazek, Jonas,
// Barnat).
//
// property:   unreach-call
// data model: LP64
// verdict:    true
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
    assert(y < 42);
    return x * y;
}
