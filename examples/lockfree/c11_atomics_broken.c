// An atomic object that is read and written in one expression is accessed twice:
// this is not an atomic addition.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int n;

static int add(void *arg) {
    n = n + 1;
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, add, 0);
    thrd_create(&b, add, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(n == 2);
    return 0;
}
