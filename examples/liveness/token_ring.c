// Three threads pass a token on. Who does not have it looks for it again and again.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int token;

static void *process(void *arg) {
    int me = (int)(long)arg;
    for (;;)
        if (token == me)
            token = (me + 1) % 3;
    return arg;
}

int main(void) {
    pthread_t other[2];
    pthread_create(&other[0], 0, process, (void *)1);
    pthread_create(&other[1], 0, process, (void *)2);
    process((void *)0);
    return 0;
}
