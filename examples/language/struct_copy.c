// Structs are values: assigned, passed and returned they are copied, arrays inside
// of them included.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct point {
    int x, y;
};

struct shape {
    char name;
    struct point corners[2];
};

static struct shape moved(struct shape s, int dx) {
    for (int i = 0; i < 2; i++)
        s.corners[i].x += dx;
    return s;
}

int main(void) {
    int d = __VERIFIER_nondet_int();
    struct shape a = {'a', {{1, 2}, {3, 4}}};
    struct shape b = moved(a, d);
    struct shape *p = &b;
    assert(a.corners[0].x == 1 && a.corners[1].x == 3);
    assert(p->corners[1].x == 3 + d && p->corners[1].y == 4 && p->name == 'a');
    a = *p;
    p->name = 'b';
    assert(a.name == 'a' && a.corners[0].x == 1 + d);
    return 0;
}
