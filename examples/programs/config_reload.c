// A configuration that is replaced while it is in use. Readers announce themselves before they take
// the pointer; who replaces it waits until those that may have the old one are gone (as in
// read-copy-update), and frees it.
//
// built with             expected
// (nothing)              true
// -DNO_GRACE             false(valid-deref)
// -DTAKE_THEN_ANNOUNCE   false(valid-deref)
// -DFILL_LATE            false(no-data-race)
// -DKEEP_OLD             false(valid-memtrack)
// -DNO_LEAVE             false(no-deadlock)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 2
#endif

struct config {
    int version;
    int limit, most; // limit <= most
};

static struct config *_Atomic current;

// readers counts who is between enter and leave, in each of two phases that take turns.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t left;
    int phase;
    int inside[2];
} readers = {.lock = PTHREAD_MUTEX_INITIALIZER, .left = PTHREAD_COND_INITIALIZER};

static int enter(void) {
    pthread_mutex_lock(&readers.lock);
    int phase = readers.phase;
    readers.inside[phase]++;
    pthread_mutex_unlock(&readers.lock);
    return phase;
}

static void leave(int phase) {
    pthread_mutex_lock(&readers.lock);
    if (--readers.inside[phase] == 0)
        pthread_cond_broadcast(&readers.left);
    pthread_mutex_unlock(&readers.lock);
}

// synchronize waits for all who have entered before.
static void synchronize(void) {
    pthread_mutex_lock(&readers.lock);
    int old = readers.phase;
    readers.phase = 1 - old;
    while (readers.inside[old] > 0)
        pthread_cond_wait(&readers.left, &readers.lock);
    pthread_mutex_unlock(&readers.lock);
}

static struct config *config_new(int version, int limit) {
    struct config *c = malloc(sizeof *c);
    c->version = version;
    c->limit = limit;
    c->most = 2 * limit;
    return c;
}

static void replace(int limit) {
    struct config *old = atomic_load(&current);
    struct config *fresh = config_new(old->version + 1, limit);
    atomic_store(&current, fresh);
#ifdef FILL_LATE
    fresh->most = 3 * limit;
#endif
#ifndef NO_GRACE
    synchronize();
#endif
#ifndef KEEP_OLD
    free(old);
#endif
}

static void *reader(void *arg) {
#ifdef TAKE_THEN_ANNOUNCE
    struct config *c = atomic_load(&current);
    int phase = enter();
#else
    int phase = enter();
    struct config *c = atomic_load(&current);
#endif
    assert(c->limit <= c->most);
#ifdef NO_LEAVE
    if (c->version > 0)
        return NULL;
#endif
    leave(phase);
    return arg;
}

int main(void) {
    pthread_t threads[READERS];
    atomic_store(&current, config_new(0, 10));
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, reader, NULL);
    replace(20);
#ifdef NO_LEAVE // one of the readers may have the second one and never leave
    replace(30);
    replace(40);
#endif
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&current)->version >= 1);
    free(atomic_load(&current));
    return 0;
}
