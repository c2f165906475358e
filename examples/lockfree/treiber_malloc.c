// A lock-free stack whose nodes come from malloc and go back with free. A new node may get the address of one that was
// freed, so that a compare-and-swap takes the new one for the old: the ABA problem. Here main has read the top and
// the node below it; meanwhile the other thread takes both, frees the first, keeps the second and puts a new one on
// the stack. If that has the old address, main makes the node that the other thread keeps the top of the stack.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *_Atomic top, *_Atomic kept;

static void push(struct node *n) {
    struct node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static struct node *pop(void) {
    for (;;) {
        struct node *old = top;
        if (!old)
            return 0;
        struct node *next = old->next;
        if (atomic_compare_exchange_strong(&top, &old, next))
            return old;
    }
}

static void *worker(void *arg) {
    struct node *first = pop();
    kept = pop();
    free(first);
    push(malloc(sizeof(struct node)));
    return arg;
}

int main(void) {
    pthread_t t;
    push(malloc(sizeof(struct node)));
    push(malloc(sizeof(struct node)));
    pthread_create(&t, 0, worker, 0);
    struct node *old = top, *next = old ? old->next : 0;
    if (old && atomic_compare_exchange_strong(&top, &old, next)) {
        pthread_join(t, 0);
        assert(!kept || top != kept);
    }
    return 0;
}
