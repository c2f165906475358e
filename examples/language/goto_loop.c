// Loops and a way out of two of them that are made of goto.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned wanted = __VERIFIER_nondet_uint() % 12, row = 0, column, steps = 0;
next_row:
    column = 0;
next_column:
    if (row * 4 + column == wanted)
        goto found;
    steps++;
    if (++column < 4)
        goto next_column;
    if (++row < 3)
        goto next_row;
    assert(0);
found:
    assert(steps == wanted);
    return 0;
}
