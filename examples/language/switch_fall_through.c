// A switch with a forgotten break.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned level = __VERIFIER_nondet_uint() % 3;
    int price = 0;
    switch (level) {
    case 0:
        price = 10;
        break;
    case 1:
        price = 20;
    case 2:
        price += 30;
        break;
    }
    assert(price <= 30);
    return 0;
}
