// Two threads that give way to each other: each takes its own lock, and puts it back if the other one is
// taken. They may do so for ever, both running.

#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void work(pthread_mutex_t *mine, pthread_mutex_t *theirs) {
    for (;;) {
        pthread_mutex_lock(mine);
        if (!pthread_mutex_trylock(theirs))
            break;
        pthread_mutex_unlock(mine);
    }
    done = 1;
    pthread_mutex_unlock(theirs);
    pthread_mutex_unlock(mine);
}

static void *other(void *arg) {
    work(&right, &left);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    work(&left, &right);
    pthread_join(thread, 0);
    return 0;
}
