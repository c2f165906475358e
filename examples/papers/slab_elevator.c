// An elevator that serves requests for ever and never goes above the top floor.
// A proof needs an invariant: unrolling does not end. After figure 1 and table 1
// of "Slicing Abstractions" (Brueckner, Draeger, Finkbeiner, Wehrheim).
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int max = __VERIFIER_nondet_int();
    int current = __VERIFIER_nondet_int();
    int input = __VERIFIER_nondet_int();
    int requested = 0, pc = 0;
    __VERIFIER_assume(current <= max && input <= max);
    for (;;) {
        assert(current <= max);
        if (pc == 0) {
            requested = input;
            pc = 1;
        } else if (requested == current) {
            input = __VERIFIER_nondet_int();
            __VERIFIER_assume(input <= max);
            pc = 0;
        } else if (pc == 1) {
            pc = requested > current ? 2 : 3;
        } else if (pc == 2) {
            current++;
        } else {
            current--;
        }
    }
}
