// A reader remembers when it was there, under the lock for reading, which several may hold.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data, last_reader;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int seen = data;
    last_reader = seen;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    data = 1;
    pthread_rwlock_unlock(&lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return last_reader;
}
