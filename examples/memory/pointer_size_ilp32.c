// Pointers and long have 32 bits in ILP32, and a pointer survives its conversion
// to unsigned long and back.
//
// property:   unreach-call
// data model: ILP32
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

int main(void) {
    int cell = 5;
    unsigned long address = (unsigned long)&cell;
    int *p = (int *)address;
    assert(sizeof(void *) == 4 && sizeof address == 4);
    *p = 6;
    assert(cell == 6);
    assert(address % _Alignof(int) == 0);
    return 0;
}
