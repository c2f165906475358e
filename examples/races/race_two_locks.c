// The total is written under one lock and read under another, so the two accesses can be
// next to each other.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER, money = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *pay(void *arg) {
    pthread_mutex_lock(&order);
    pthread_mutex_lock(&money);
    pthread_mutex_unlock(&money);
    total += 5; // one line too late
    pthread_mutex_unlock(&order);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, pay, 0);
    pthread_mutex_lock(&money);
    int seen = total;
    pthread_mutex_unlock(&money);
    pthread_join(t, 0);
    return seen;
}
