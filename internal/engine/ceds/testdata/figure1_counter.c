// As examples/papers/symdivine_figure1.c, but what y starts from is an input. So no constant tells the iterations
// apart, and each state is compared with all others.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int expensive(int a, int b) {
    unsigned int u = a, v = b;
    unsigned int r = (u * 40503u ^ v >> 5) % 1009u;
    r = (r << 7 | v % 97u) / (v % 13u + 1u);
    r = r * (u / 31u + 1u) ^ v * v;
    return r % (u % 89u + 11u);
}

int main(void) {
    int x = expensive(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    int y = __VERIFIER_nondet_uchar();
    for (unsigned int n = __VERIFIER_nondet_uint(); n % 42 != 0; n++)
        y++;
    assert(y < 256 + 41);
    return x * y;
}
