// A lock that whoever comes first gets. The one that waits runs all the time, but never at the right
// moment: no fairness between threads helps against that.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken, inside[2];

static void *process(void *arg) {
    int me = (int)(long)arg;
    for (;;) {
        while (atomic_exchange(&taken, 1))
            ;
        inside[me] = 1;
        inside[me] = 0;
        taken = 0;
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
