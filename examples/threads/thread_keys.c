// Thread-specific data: each thread finds under the key what it put there, and
// nothing at first.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *arg) {
    assert(pthread_getspecific(key) == 0);
    pthread_setspecific(key, arg);
    assert(pthread_getspecific(key) == arg);
    return arg;
}

int main(void) {
    pthread_t a, b;
    int one, two;
    void *result;
    pthread_key_create(&key, 0);
    pthread_create(&a, 0, worker, &one);
    pthread_create(&b, 0, worker, &two);
    pthread_join(a, &result);
    assert(result == &one);
    pthread_join(b, &result);
    assert(result == &two);
    assert(pthread_getspecific(key) == 0);
    return 0;
}
