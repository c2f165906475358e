// Two threads that meet at a barrier of POSIX twice in each round. One of them changes the phase in between.

#include <pthread.h>

static pthread_barrier_t meeting;
int phase;

static void *process(void *changes) {
    for (;;) {
        pthread_barrier_wait(&meeting);
        if (changes)
            phase = !phase;
        pthread_barrier_wait(&meeting);
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&other, 0, process, &meeting);
    process(0);
}
