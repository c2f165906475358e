// A stack whose push is not one atomic step: a node gets lost.
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
};

static struct node nodes[2];
static struct node *_Atomic top;

static void *push(void *arg) {
    struct node *n = arg;
    n->next = top;
    top = n;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, push, &nodes[0]);
    pthread_create(&b, 0, push, &nodes[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    struct node *n = top;
    assert(n && n->next && !n->next->next);
    return 0;
}
