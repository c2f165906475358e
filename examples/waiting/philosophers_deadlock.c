// Dining philosophers who all take the left fork first: each can wait for the
// next one.
//
// property:   no-deadlock
// data model: LP64
// verdict:    false
// engines:    ceds, dpr

#include <assert.h>
#include <pthread.h>

enum { Philosophers = 3 };

static pthread_mutex_t fork_mutex[Philosophers];
static int fork_user[Philosophers];

static void *philosopher(void *arg) {
    int me = (int)(long)arg;
    int left = me, right = (me + 1) % Philosophers;
    pthread_mutex_lock(&fork_mutex[left]);
    pthread_mutex_lock(&fork_mutex[right]);
    fork_user[left] = me;
    fork_user[right] = me;
    assert(fork_user[left] == me && fork_user[right] == me);
    pthread_mutex_unlock(&fork_mutex[right]);
    pthread_mutex_unlock(&fork_mutex[left]);
    return 0;
}

int main(void) {
    pthread_t t[Philosophers];
    for (int i = 0; i < Philosophers; i++)
        pthread_mutex_init(&fork_mutex[i], 0);
    for (int i = 0; i < Philosophers; i++)
        pthread_create(&t[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < Philosophers; i++)
        pthread_join(t[i], 0);
    return 0;
}
