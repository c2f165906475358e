// A list on the heap is reversed in place; its length is an input.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
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
        struct node *rest = list->next;
        list->next = reversed;
        reversed = list;
        list = rest;
    }
    unsigned i = 0;
    for (struct node *e = reversed; e; e = e->next)
        assert(e->value == i++);
    assert(i == n);
    return 0;
}
