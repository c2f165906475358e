// A worker that runs until it is told to stop.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, stopped;

static void *work(void *arg) {
    while (!stop)
        ;
    stopped = 1;
    return arg;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    stop = 1;
    pthread_join(worker, 0);
    return 0;
}
