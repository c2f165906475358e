// A list is reversed by a loop that loses the rest after the first node.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node {
    struct node *next;
    unsigned value;
};

int main(void) {
    struct node *list = 0;
    unsigned n = __VERIFIER_nondet_uint() % 4;
    for (unsigned i = 0; i < n; i++) {
        struct node *e = malloc(sizeof *e);
        e->value = i;
        e->next = list;
        list = e;
    }
    struct node *reversed = 0;
    while (list) {
        struct node *e = list;
        e->next = reversed;
        list = e->next;
        reversed = e;
    }
    unsigned count = 0;
    for (struct node *e = reversed; e; e = e->next)
        count++;
    assert(count == n);
    return 0;
}
