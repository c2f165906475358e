// A queue lock (J. Mellor-Crummey and M. Scott): each waits on a flag of its own, which the one before it
// clears.

#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};

static struct node nodes[2];
static _Atomic(struct node *) tail;
static atomic_int wants[2], inside[2];

static void *process(void *arg) {
    int me = (int)(long)arg;
    struct node *mine = &nodes[me];
    for (;;) {
        wants[me] = 1;
        mine->next = 0;
        mine->locked = 1;
        struct node *before = atomic_exchange(&tail, mine);
        if (before) {
            before->next = mine;
            while (mine->locked)
                ;
        }
        inside[me] = 1;
        wants[me] = 0;
        inside[me] = 0;
        struct node *expected = mine;
        if (!mine->next && !atomic_compare_exchange_strong(&tail, &expected, 0))
            while (!mine->next)
                ;
        struct node *after = mine->next;
        if (after)
            after->locked = 0;
    }
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
