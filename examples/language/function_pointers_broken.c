// A handler is called that an input selects, and one of the handlers does not do
// what the caller expects.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int calls;

static int quiet(int n) { return n; }
static int counting(int n) { return calls++, n; }

int main(void) {
    int (*handlers[2])(int) = {quiet, counting};
    for (int i = 0; i < 3; i++)
        handlers[__VERIFIER_nondet_uint() & 1](i);
    assert(calls < 3);
    return 0;
}
