// Conversions between integer types of different widths and signs.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    signed char c = (signed char)n;
    unsigned char u = (unsigned char)n;
    assert((c & 0xff) == u);
    assert((c < 0) == (u >= 128));
    unsigned short s = (unsigned short)c;
    assert(c >= 0 || s >= 0xff80);
    long long wide = n;
    unsigned long long unsigned_wide = (unsigned)n;
    assert(n >= 0 ? wide == (long long)unsigned_wide : wide == (long long)unsigned_wide - 0x100000000LL);
    bool b = n;
    assert(b == (n != 0));
    assert(sizeof(c + c) == sizeof(int));
    return 0;
}
