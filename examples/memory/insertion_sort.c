// Insertion sort of four inputs: the result is in order.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern signed char __VERIFIER_nondet_schar(void);

enum { Length = 4 };

int main(void) {
    signed char a[Length];
    for (int i = 0; i < Length; i++)
        a[i] = __VERIFIER_nondet_schar();
    for (int i = 1; i < Length; i++) {
        signed char v = a[i];
        int k = i;
        while (k > 0 && a[k - 1] > v) {
            a[k] = a[k - 1];
            k--;
        }
        a[k] = v;
    }
    for (int i = 1; i < Length; i++)
        assert(a[i - 1] <= a[i]);
    return 0;
}
