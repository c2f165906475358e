// Every account is accessed under its mutex, but the money is between the two
// accounts for a moment.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct account {
    pthread_mutex_t mutex;
    unsigned balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static void change(struct account *a, unsigned amount) {
    pthread_mutex_lock(&a->mutex);
    a->balance += amount;
    pthread_mutex_unlock(&a->mutex);
}

static unsigned read_balance(struct account *a) {
    pthread_mutex_lock(&a->mutex);
    unsigned b = a->balance;
    pthread_mutex_unlock(&a->mutex);
    return b;
}

static void *transfer(void *arg) {
    unsigned amount = __VERIFIER_nondet_uint() % 100;
    change(&accounts[0], -amount);
    change(&accounts[1], amount);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, transfer, 0);
    unsigned sum = read_balance(&accounts[0]) + read_balance(&accounts[1]);
    assert(sum == 150);
    pthread_join(t, 0);
    return 0;
}
