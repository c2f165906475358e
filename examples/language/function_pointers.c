// A table of functions, called by a symbolic index and through a parameter.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int larger(int a, int b) { return a > b ? a : b; }

static operation *const table[] = {add, subtract, larger};

static int twice(operation *op, int a, int b) {
    return op(op(a, b), b);
}

int main(void) {
    unsigned which = __VERIFIER_nondet_uint() % 3;
    int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
    int r = twice(table[which], a, b);
    if (table[which] == larger)
        assert(r >= a && r >= b);
    else
        assert(r == (which == 0 ? a + 2 * b : a - 2 * b));
    return 0;
}
