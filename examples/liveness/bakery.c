// Lamport's bakery: whoever wants to enter takes a number that is larger than those it sees. Each enters
// twice.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2], inside[2];

static void *process(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    for (int round = 0; round < 2; round++) {
        choosing[me] = 1;
        number[me] = number[other] + 1;
        choosing[me] = 0;
        while (choosing[other])
            ;
        for (;;) {
            int theirs = number[other];
            if (!theirs || theirs > number[me] || theirs == number[me] && other > me)
                break;
        }
        inside[me] = 1;
        inside[me] = 0;
        number[me] = 0;
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
