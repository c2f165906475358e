// A buffer with one place between a producer and a consumer, who wait for each other.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, consumed;

static void *produce(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (full)
            pthread_cond_wait(&changed, &lock);
        full = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t producer;
    pthread_create(&producer, 0, produce, 0);
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!full)
            pthread_cond_wait(&changed, &lock);
        full = 0;
        consumed = 1;
        consumed = 0;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
    }
}
