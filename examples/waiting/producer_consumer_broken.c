// A buffer with one slot whose users do not look again after they have waited: a
// wake-up can be spurious.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int slot, full;

static void put(int v) {
    pthread_mutex_lock(&mutex);
    if (full)
        pthread_cond_wait(&not_full, &mutex);
    slot = v;
    full = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static int get(void) {
    pthread_mutex_lock(&mutex);
    if (!full)
        pthread_cond_wait(&not_empty, &mutex);
    int v = slot;
    full = 0;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
    return v;
}

static void *producer(void *arg) {
    for (int i = 1; i <= 2; i++)
        put(i);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    for (int i = 1; i <= 2; i++)
        assert(get() == i);
    pthread_join(t, 0);
    return 0;
}
