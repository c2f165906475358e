// Money that is moved between two accounts, each with a mutex, does not get lost;
// an auditor who holds both mutexes sees the right sum.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct account {
    pthread_mutex_t mutex;
    unsigned balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void *transfer(void *arg) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&accounts[0].mutex);
    pthread_mutex_lock(&accounts[1].mutex);
    if (amount <= accounts[0].balance) {
        accounts[0].balance -= amount;
        accounts[1].balance += amount;
    }
    pthread_mutex_unlock(&accounts[1].mutex);
    pthread_mutex_unlock(&accounts[0].mutex);
    return arg;
}

static void *audit(void *arg) {
    pthread_mutex_lock(&accounts[0].mutex);
    pthread_mutex_lock(&accounts[1].mutex);
    assert(accounts[0].balance + accounts[1].balance == 150);
    pthread_mutex_unlock(&accounts[1].mutex);
    pthread_mutex_unlock(&accounts[0].mutex);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, transfer, 0);
    pthread_create(&b, 0, audit, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
