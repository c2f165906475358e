// A barrier that can be used again: the last thread to arrive resets the count,
// then turns the sense around for which the others wait.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { Threads = 2 };

static atomic_int arrived, sense;
static int value[Threads];

static void barrier(int *mine) {
    *mine = !*mine;
    if (atomic_fetch_add(&arrived, 1) == Threads - 1) {
        arrived = 0;
        sense = *mine;
    } else {
        while (sense != *mine)
            ;
    }
}

static void *worker(void *arg) {
    int me = (int)(long)arg, mine = 0;
    for (int round = 1; round <= 2; round++) {
        value[me] = round;
        barrier(&mine);
        assert(value[1 - me] == round);
        barrier(&mine);
    }
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
