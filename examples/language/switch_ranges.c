// A switch with a case that falls through, a range of cases and a default in the
// middle.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int classify(char c) {
    int r = 0;
    switch (c) {
    case '+':
    case '-':
        r |= 1;
        break;
    default:
        r |= 8;
        break;
    case '0':
        r |= 2; /* falls through */
    case '1' ... '9':
        r |= 4;
    }
    return r;
}

int main(void) {
    char c = __VERIFIER_nondet_char();
    int r = classify(c);
    assert((r == 6) == (c == '0'));
    assert((r >= 4 && r < 8) == (c >= '0' && c <= '9'));
    assert((r == 1) == (c == '+' || c == '-'));
    return 0;
}
