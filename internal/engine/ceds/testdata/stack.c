// Treiber's stack with three threads that do the same: each pushes a node and pops one.
// Every node comes out once, since a node is not used again.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static struct node {
    struct node *next;
    atomic_int taken;
} nodes[THREADS];

static struct node *_Atomic top;
static atomic_int used;

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
    push(&nodes[atomic_fetch_add(&used, 1)]);
    struct node *n = pop();
    assert(n);
    assert(atomic_fetch_add(&n->taken, 1) == 0);
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(!top);
    return 0;
}
