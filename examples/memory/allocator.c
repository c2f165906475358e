// A small allocator over a static array: blocks do not overlap.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { Size = 32, Alignment = 4 };

static unsigned char arena[Size] __attribute__((aligned(8)));
static size_t used;

static void *allocate(size_t n) {
    n = (n + Alignment - 1) / Alignment * Alignment;
    if (n > Size - used)
        return NULL;
    void *p = arena + used;
    used += n;
    return p;
}

int main(void) {
    int *a = allocate(sizeof *a);
    unsigned char n = __VERIFIER_nondet_uchar();
    unsigned char *b = allocate(n);
    int *c = allocate(sizeof *c);
    *a = 1;
    if (c)
        *c = 3;
    if (b && n > 0)
        b[0] = b[n - 1] = 0xff;
    assert(*a == 1 && (!c || *c == 3));
    return 0;
}
