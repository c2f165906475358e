// The elevator of slab_elevator.c in a house with four floors, for two requests.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

enum { Top = 3 };

int main(void) {
    int current = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= current && current <= Top);
    for (int served = 0; served < 2; served++) {
        int requested = __VERIFIER_nondet_int();
        __VERIFIER_assume(0 <= requested && requested <= Top);
        while (current < requested) {
            current++;
            assert(current <= Top);
        }
        while (current > requested) {
            current--;
            assert(current >= 0);
        }
    }
    return 0;
}
