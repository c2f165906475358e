// A mutex that is retaken at once. The other thread can go on again and again, but not all the time: it
// gets the mutex under strong fairness, and need not under weak fairness.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside[2];

static void *process(void *arg) {
    int me = (int)(long)arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        inside[me] = 1;
        inside[me] = 0;
        pthread_mutex_unlock(&lock);
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
