// The elevator of slab_elevator.c as a state machine that runs for ever, but it
// looks at the request only after it has moved.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int max = __VERIFIER_nondet_int();
    int current = __VERIFIER_nondet_int();
    int requested = 0, pc = 0;
    __VERIFIER_assume(current <= max);
    for (;;) {
        assert(current <= max);
        if (pc == 0) {
            requested = __VERIFIER_nondet_int();
            __VERIFIER_assume(requested <= max);
            pc = 1;
        } else if (pc == 1) {
            pc = requested >= current ? 2 : 3;
        } else if (pc == 2) {
            current++;
            if (current >= requested)
                pc = 0;
        } else {
            current--;
            if (current <= requested)
                pc = 0;
        }
    }
}
