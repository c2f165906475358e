// A union with the wrong expectation that the most significant byte comes first.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <stdint.h>

union word {
    uint32_t whole;
    uint8_t bytes[4];
};

int main(void) {
    union word w;
    w.whole = 0x01020304;
    assert(w.bytes[0] == 0x01);
    return 0;
}
