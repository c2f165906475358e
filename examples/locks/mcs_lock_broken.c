// A queue lock whose end of the queue is exchanged in two steps, so that two
// processes can both find the queue empty.
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
    atomic_int locked;
};

static struct node *_Atomic tail;

static void lock(struct node *n) {
    n->next = 0;
    n->locked = 1;
    struct node *before = tail;
    tail = n;
    if (before) {
        before->next = n;
        while (n->locked)
            ;
    }
}

static void unlock(struct node *n) {
    if (!n->next) {
        struct node *expected = n;
        if (atomic_compare_exchange_strong(&tail, &expected, 0))
            return;
        while (!n->next)
            ;
    }
    ((struct node *)n->next)->locked = 0;
}

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg;
    struct node mine;
    lock(&mine);
    critical_section(me);
    unlock(&mine);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, process, (void *)0);
    pthread_create(&b, 0, process, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
