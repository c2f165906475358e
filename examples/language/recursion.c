// Two functions that call each other; the depth depends on the input.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <stdbool.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static bool is_odd(unsigned n);

static bool is_even(unsigned n) {
    return n == 0 ? true : is_odd(n - 1);
}

static bool is_odd(unsigned n) {
    return n == 0 ? false : is_even(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 7;
    assert(is_even(n) == (n % 2 == 0));
    return 0;
}
