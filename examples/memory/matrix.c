// A matrix is an array of arrays; the transposed of the transposed is the matrix.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static void transpose(int to[3][2], int from[2][3]) {
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            to[k][i] = from[i][k];
}

int main(void) {
    int a[2][3], b[3][2];
    int *flat = &a[0][0];
    for (int i = 0; i < 6; i++)
        flat[i] = __VERIFIER_nondet_int();
    transpose(b, a);
    unsigned i = __VERIFIER_nondet_uint() % 2, k = __VERIFIER_nondet_uint() % 3;
    assert(a[i][k] == b[k][i]);
    assert(a[1][2] == flat[5]);
    return 0;
}
