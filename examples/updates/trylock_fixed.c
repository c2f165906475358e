// A thread that gives up when it does not get the mutex.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *withdraw(void *arg) {
    int r = pthread_mutex_trylock(&mutex);
    if (r != 0) {
        assert(r == EBUSY);
        return arg;
    }
    if (balance >= 7)
        balance -= 7;
    assert(balance >= 0);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, withdraw, 0);
    pthread_create(&b, 0, withdraw, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 3);
    return 0;
}
