// A ticket lock: whoever wants to enter draws a number and waits until it is served.

#include <pthread.h>
#include <stdatomic.h>

#define NUMBERS 3 // more than there are processes

static atomic_int next, serving, waits[2], inside[2];

static int __VERIFIER_atomic_draw(int me) {
    int ticket = next;
    next = (ticket + 1) % NUMBERS;
    waits[me] = 1;
    return ticket;
}

static void *process(void *arg) {
    int me = (int)(long)arg;
    for (;;) {
        int ticket = __VERIFIER_atomic_draw(me);
        while (serving != ticket)
            ;
        waits[me] = 0;
        inside[me] = 1;
        inside[me] = 0;
        serving = (ticket + 1) % NUMBERS;
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
