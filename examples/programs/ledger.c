// A ledger of accounts, each with a lock of its own. A transfer takes two of them, in the order of
// their numbers; an audit takes all. Amounts come from outside and are checked.
//
// built with             expected
// (nothing)              true
// -DORDER_OF_CALL        false(no-deadlock)
// -DUNLOCKED_AUDIT       false(no-data-race)
// -DCHECK_BEFORE_LOCK    false(unreach-call)
// -DUNCHECKED_DEPOSIT    false(no-overflow)
// -DUNCHECKED_NUMBER     false(valid-deref)

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef ACCOUNTS
#define ACCOUNTS 2
#endif
#define MOST 1000000 // no account has more

extern int __VERIFIER_nondet_int(void);

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[ACCOUNTS];

static bool account_exists(int number) {
#ifdef UNCHECKED_NUMBER
    return number <= ACCOUNTS;
#else
    return number >= 0 && number < ACCOUNTS;
#endif
}

// lock_both takes the locks of two accounts.
static void lock_both(int a, int b) {
#ifndef ORDER_OF_CALL
    if (a > b) {
        int swap = a;
        a = b;
        b = swap;
    }
#endif
    pthread_mutex_lock(&accounts[a].lock);
    pthread_mutex_lock(&accounts[b].lock);
}

static void unlock_both(int a, int b) {
    pthread_mutex_unlock(&accounts[a].lock);
    pthread_mutex_unlock(&accounts[b].lock);
}

// transfer moves an amount from one account to another one, if it is there.
static bool transfer(int from, int to, int amount) {
    if (!account_exists(from) || !account_exists(to) || from == to || amount < 0)
        return false;
#ifdef CHECK_BEFORE_LOCK // what was there may be gone when it is taken
    pthread_mutex_lock(&accounts[from].lock);
    bool enough = accounts[from].balance >= amount;
    pthread_mutex_unlock(&accounts[from].lock);
    lock_both(from, to);
#else
    lock_both(from, to);
    bool enough = accounts[from].balance >= amount;
#endif
    bool room = enough && accounts[to].balance <= MOST - amount;
    if (room) {
        accounts[from].balance -= amount;
        accounts[to].balance += amount;
        assert(accounts[from].balance >= 0);
    }
    unlock_both(from, to);
    return room;
}

static void deposit(int number, int amount) {
    if (!account_exists(number))
        return;
#ifndef UNCHECKED_DEPOSIT
    if (amount < 0 || amount > MOST)
        return;
#endif
    pthread_mutex_lock(&accounts[number].lock);
#ifdef UNCHECKED_DEPOSIT
    accounts[number].balance += amount;
#else
    if (accounts[number].balance <= MOST - amount)
        accounts[number].balance += amount;
#endif
    pthread_mutex_unlock(&accounts[number].lock);
}

// audit is the sum of all balances at one moment.
static int audit(void) {
    int sum = 0;
#ifndef UNLOCKED_AUDIT
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_lock(&accounts[i].lock);
#endif
    for (int i = 0; i < ACCOUNTS; i++)
        sum += accounts[i].balance;
#ifndef UNLOCKED_AUDIT
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_unlock(&accounts[i].lock);
#endif
    return sum;
}

static void *clerk(void *arg) {
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    transfer(from, to, 70);
    return arg;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < ACCOUNTS; i++)
        pthread_mutex_init(&accounts[i].lock, NULL);
    deposit(0, 100);
    deposit(ACCOUNTS - 1, __VERIFIER_nondet_int());
    int before = audit();
    pthread_create(&a, NULL, clerk, NULL);
    pthread_create(&b, NULL, clerk, NULL);
    assert(audit() == before);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(audit() == before);
    return 0;
}
