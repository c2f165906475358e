// All threads get the address of the same loop variable: when a thread looks, the
// variable may have gone on.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

enum { Threads = 2 };

static int started[Threads + 1];

static void *work(void *arg) {
    int me = *(int *)arg;
    started[me] = 1;
    return 0;
}

int main(void) {
    pthread_t t[Threads];
    int i;
    for (i = 0; i < Threads; i++)
        pthread_create(&t[i], 0, work, &i);
    int n = i;
    for (int k = 0; k < n; k++)
        pthread_join(t[k], 0);
    assert(started[0] && started[1]);
    return 0;
}
