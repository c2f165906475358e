// The members of a union share their bytes; the least significant one comes first.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

union word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
};

int main(void) {
    union word w;
    w.whole = __VERIFIER_nondet_uint();
    uint32_t before = w.whole;
    uint8_t t = w.bytes[0];
    w.bytes[0] = w.bytes[3];
    w.bytes[3] = t;
    assert((w.whole & 0x00ffff00u) == (before & 0x00ffff00u));
    assert(w.whole >> 24 == (before & 0xff));
    w.halves[1] = 0;
    assert(w.whole <= 0xffff);
    return 0;
}
