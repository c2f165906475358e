// Statement expressions, typeof, computed goto and a conditional without a middle.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define MAX(a, b)                \
    ({                           \
        __typeof__(a) _a = (a);  \
        __typeof__(b) _b = (b);  \
        _a > _b ? _a : _b;       \
    })

int main(void) {
    static void *const labels[] = {&&zero, &&other};
    int n = __VERIFIER_nondet_int();
    int calls = 0;
    int larger = MAX((calls++, n), 5);
    assert(calls == 1 && larger >= 5);
    goto *labels[n != 0];
zero:
    assert(n == 0);
    return (n ?: 3) == 3;
other:
    assert(n != 0 && (n ?: 3) == n);
    return 0;
}
