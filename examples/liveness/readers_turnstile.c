// Readers pass a turnstile, which a writer that waits has closed: under strong fairness it writes again and
// again.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t turnstile = PTHREAD_MUTEX_INITIALIZER;
static int reading[2], writing;

static void *reader(void *arg) {
    int me = (int)(long)arg;
    for (;;) {
        pthread_mutex_lock(&turnstile);
        pthread_mutex_unlock(&turnstile);
        pthread_rwlock_rdlock(&lock);
        reading[me] = 1;
        reading[me] = 0;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

static void *writer(void *arg) {
    for (;;) {
        pthread_mutex_lock(&turnstile);
        pthread_rwlock_wrlock(&lock);
        writing = 1;
        writing = 0;
        pthread_rwlock_unlock(&lock);
        pthread_mutex_unlock(&turnstile);
    }
    return arg;
}

int main(void) {
    pthread_t other[2];
    pthread_create(&other[0], 0, reader, (void *)0);
    pthread_create(&other[1], 0, reader, (void *)1);
    writer(0);
    return 0;
}
