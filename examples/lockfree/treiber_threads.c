// Treiber's stack with three threads that do the same: each takes a node of its own and
// pushes it, and no node is lost. The states of the threads can be exchanged.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static struct node {
    struct node *next;
} nodes[THREADS];

static struct node *_Atomic top;
static atomic_int used;

static void *push(void *arg) {
    struct node *n = &nodes[used++], *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, push, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    int n = 0;
    for (struct node *p = top; p; p = p->next)
        n++;
    assert(n == THREADS);
    return 0;
}
