// Treiber's stack: a thread pushes two nodes while main pops; every node comes out
// once.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    int taken;
};

static struct node nodes[2];
static struct node *_Atomic top;

static void push(struct node *n) {
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void) {
    struct node *old = top;
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
    return old;
}

static void take(void) {
    struct node *n = pop();
    if (n) {
        assert(!n->taken);
        n->taken = 1;
    }
}

static void *producer(void *arg) {
    push(&nodes[0]);
    push(&nodes[1]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    take();
    pthread_join(t, 0);
    take();
    take();
    assert(nodes[0].taken && nodes[1].taken && !top);
    return 0;
}
