// Treiber's stack with nodes that are used again and a tag that counts the
// changes of top: the ABA problem of treiber_aba.c does not occur. Nodes are
// numbered from 1, and top holds the tag in its upper bits.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    unsigned next;
    atomic_int in_use;
};

static struct node nodes[3] = {{0, 0}, {2, 0}, {0, 0}};
static atomic_uint top = 1;

static unsigned successor(unsigned old, unsigned node) {
    return ((old & ~0xffu) + 0x100) | node;
}

static void push(unsigned n) {
    unsigned old = top;
    nodes[n].in_use = 0;
    do
        nodes[n].next = old & 0xff;
    while (!atomic_compare_exchange_strong(&top, &old, successor(old, n)));
}

static unsigned pop(void) {
    unsigned old = top;
    while ((old & 0xff) && !atomic_compare_exchange_strong(&top, &old, successor(old, nodes[old & 0xff].next)))
        ;
    unsigned n = old & 0xff;
    if (n)
        assert(atomic_exchange(&nodes[n].in_use, 1) == 0);
    return n;
}

static void *worker(void *arg) {
    unsigned first = pop();
    pop();
    if (first)
        push(first);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pop();
    return 0;
}
