// Philosophers who each take the fork with the smaller number first: some eat again and again, and under
// strong fairness each.

#include <pthread.h>

static pthread_mutex_t fork_[3];
static int eating[3];

static void *philosopher(void *arg) {
    int me = (int)(long)arg;
    int first = me == 2 ? 0 : me, second = me == 2 ? 2 : me + 1;
    for (;;) {
        pthread_mutex_lock(&fork_[first]);
        pthread_mutex_lock(&fork_[second]);
        eating[me] = 1;
        eating[me] = 0;
        pthread_mutex_unlock(&fork_[second]);
        pthread_mutex_unlock(&fork_[first]);
    }
    return arg;
}

int main(void) {
    pthread_t other[2];
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&fork_[i], 0);
    pthread_create(&other[0], 0, philosopher, (void *)1);
    pthread_create(&other[1], 0, philosopher, (void *)2);
    philosopher((void *)0);
    return 0;
}
