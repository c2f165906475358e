// Bit-fields hold as many bits as they have, and do not touch their neighbours.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct flags {
    unsigned low : 3;
    signed int middle : 4;
    unsigned : 0;
    unsigned high : 12;
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    struct flags f = {5, -3, 77};
    f.low = n;
    assert(f.low == n % 8);
    assert(f.middle == -3 && f.high == 77);
    f.high = n >> 4;
    assert(f.high == ((n >> 4) & 0xfff));
    assert(f.middle == -3 && f.low == n % 8);
    f.middle = 9;
    assert(f.middle == -7);
    return 0;
}
