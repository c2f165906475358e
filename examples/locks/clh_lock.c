// The queue lock of Craig, Landin and Hagersten: each process waits at the node
// of the one before it.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    atomic_int locked;
};

/* The last node stands for the free lock. */
static struct node nodes[3];
static struct node *_Atomic tail = &nodes[2];

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg;
    struct node *mine = &nodes[me];
    mine->locked = 1;
    struct node *before = atomic_exchange(&tail, mine);
    while (before->locked)
        ;
    critical_section(me);
    mine->locked = 0;
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
