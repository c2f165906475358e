// Double-checked locking without the second check: both threads create the
// object.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct config {
    int size;
};

static struct config object;
static struct config *_Atomic instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int created;

static struct config *get(void) {
    if (!instance) {
        pthread_mutex_lock(&mutex);
        object.size = 7;
        created++;
        instance = &object;
        pthread_mutex_unlock(&mutex);
    }
    return instance;
}

static void *user(void *arg) {
    struct config *c = get();
    assert(c->size == 7);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, user, 0);
    pthread_create(&b, 0, user, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(created == 1);
    return 0;
}
