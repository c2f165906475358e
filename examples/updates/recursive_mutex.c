// A recursive mutex is free only when it was unlocked as often as it was locked.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int a, b;

static void set(int *p, int v) {
    pthread_mutex_lock(&mutex);
    *p = v;
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg) {
    int v = (int)(long)arg;
    pthread_mutex_lock(&mutex);
    set(&a, v);
    set(&b, v);
    assert(a == b);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attr);
    pthread_create(&t, 0, worker, (void *)1);
    pthread_create(&u, 0, worker, (void *)2);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
