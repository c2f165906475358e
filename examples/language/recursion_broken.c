// A recursive search that forgets the middle element.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static const int sorted[7] = {2, 3, 5, 7, 11, 13, 17};

/* find returns the index of key in sorted[low..high), or -1. */
static int find(int key, int low, int high) {
    if (low >= high)
        return -1;
    int middle = (low + high) / 2;
    if (key <= sorted[middle])
        return high - low == 1 && key == sorted[low] ? low : find(key, low, middle);
    return find(key, middle + 1, high);
}

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 7;
    assert(find(sorted[i], 0, 7) == (int)i);
    return 0;
}
