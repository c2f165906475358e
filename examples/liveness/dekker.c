// Dekker's mutual exclusion: of two that want to enter, the one whose turn it is insists, the other one
// takes its wish back until it is its turn.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], inside[2], turn;

static void *process(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    for (;;) {
        wants[me] = 1;
        while (wants[other])
            if (turn != me) {
                wants[me] = 0;
                while (turn != me)
                    ;
                wants[me] = 1;
            }
        inside[me] = 1;
        inside[me] = 0;
        turn = other;
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
