// The queue of Michael and Scott with nodes that are used again and no tags: a
// thread that was interrupted in take finds the same head, and takes an item that
// was taken before.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *_Atomic next;
    int value;
};

static struct node nodes[2] = {{&nodes[1], 0}, {0, 1}};
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[1];
static atomic_int taken[3];

static void put(struct node *n) {
    for (;;) {
        struct node *last = tail, *next = last->next;
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, n)) {
            atomic_compare_exchange_strong(&tail, &last, n);
            return;
        }
    }
}

/* take returns the node that is free now, or null. */
static struct node *take(void) {
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int v = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next)) {
            assert(atomic_fetch_add(&taken[v], 1) == 0);
            return first;
        }
    }
}

static void *other(void *arg) {
    struct node *n = take();
    if (n) {
        n->value = 2;
        n->next = 0;
        put(n);
        take();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    take();
    return 0;
}
