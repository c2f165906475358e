// Three threads go round at a barrier of POSIX that lets pairs pass. One that is slow to leave is overtaken by
// rounds of the others, and comes back to the barrier some time.

#include <pthread.h>

static pthread_barrier_t barrier;
int passed[3];

static void *process(void *arg) {
    int me = (int)(long)arg;
    for (;;) {
        pthread_barrier_wait(&barrier);
        passed[me] = !passed[me];
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&other, 0, process, (void *)1);
    pthread_create(&other, 0, process, (void *)2);
    process(0);
}
