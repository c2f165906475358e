// Cleaning up by goto, with a jump to the wrong label.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int held;

static int acquire(void) {
    if (__VERIFIER_nondet_int())
        return -1;
    held++;
    return 0;
}

static void release(void) {
    held--;
}

static int work(void) {
    int r = -1;
    if (acquire())
        goto none;
    if (acquire())
        goto none;
    r = 0;
    release();
    release();
none:
    return r;
}

int main(void) {
    work();
    assert(held == 0);
    return 0;
}
