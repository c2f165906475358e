// Treiber's stack: two threads push, main pops what they left; every node comes
// out once.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc

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

static void *worker(void *arg) {
    push(arg);
    struct node *n = pop();
    assert(n && !n->taken);
    n->taken = 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &nodes[0]);
    pthread_create(&b, 0, worker, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(nodes[0].taken && nodes[1].taken && !top);
    return 0;
}
