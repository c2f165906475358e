// The queue of Michael and Scott: one thread puts in two items, another one takes
// out what it finds; items come out in order.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *_Atomic next;
    int value;
};

static struct node nodes[3];
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];

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

static int take(void) {
    for (;;) {
        struct node *first = head, *last = tail, *next = first->next;
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int v = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next))
            return v;
    }
}

static void *producer(void *arg) {
    nodes[1].value = 1;
    put(&nodes[1]);
    nodes[2].value = 2;
    put(&nodes[2]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    int a = take();
    int b = take();
    assert(a == 0 ? b <= 1 : a == 1 && (b == 0 || b == 2));
    return 0;
}
