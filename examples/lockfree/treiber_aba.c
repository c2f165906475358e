// Treiber's stack with nodes that are used again, the ABA problem: a thread that
// was interrupted in pop finds the same top as before, though the node below it
// is in use elsewhere by now.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    atomic_int in_use;
};

static struct node nodes[2] = {{&nodes[1], 0}, {0, 0}};
static struct node *_Atomic top = &nodes[0];

static void push(struct node *n) {
    struct node *old = top;
    n->in_use = 0;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void) {
    struct node *old = top;
    while (old && !atomic_compare_exchange_strong(&top, &old, old->next))
        ;
    if (old)
        assert(atomic_exchange(&old->in_use, 1) == 0);
    return old;
}

static void *worker(void *arg) {
    struct node *first = pop();
    pop();
    if (first)
        push(first);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pop();
    pop();
    return 0;
}
