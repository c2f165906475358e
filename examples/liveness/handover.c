// Two threads that hand the turn over by semaphores. At each moment one of them can go on, so no fairness
// is needed.

#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int turn;

static void *answer(void *arg) {
    for (;;) {
        sem_wait(&pong);
        turn = 1;
        sem_post(&ping);
    }
    return arg;
}

int main(void) {
    pthread_t other;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&other, 0, answer, 0);
    for (;;) {
        sem_wait(&ping);
        turn = 0;
        sem_post(&pong);
    }
}
