// Peterson's mutual exclusion: who wants to enter lets the other one go first. Who waits does so in a loop,
// so that fairness is needed: the other one must go on some time.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], inside[2], last;

static void *process(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    for (;;) {
        wants[me] = 1;
        last = me;
        while (wants[other] && last == me)
            ;
        inside[me] = 1;
        inside[me] = 0;
        wants[me] = 0;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, process, (void *)0);
    pthread_create(&b, 0, process, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
