// Lazy initialisation that checks and publishes in two steps: the threads can end
// up with different objects.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct object {
    int ready;
};

static struct object candidates[2];
static struct object *_Atomic instance;
static struct object *seen[2];

static void *user(void *arg) {
    int me = (int)(long)arg;
    if (!instance) {
        candidates[me].ready = 1;
        instance = &candidates[me];
    }
    seen[me] = instance;
    assert(seen[me]->ready);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, (void *)0);
    pthread_create(&b, 0, user, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen[0] == seen[1]);
    return 0;
}
