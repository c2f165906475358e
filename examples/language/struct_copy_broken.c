// A copy of a struct that contains a pointer shares what the pointer points to.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>

struct buffer {
    int length;
    int *data;
};

int main(void) {
    int data[2] = {1, 2};
    struct buffer a = {2, data};
    struct buffer b = a;
    b.length = 1;
    b.data[0] = 7;
    assert(a.length == 2);
    assert(a.data[0] == 1);
    return 0;
}
