// Lamport's fast mutual exclusion without the wait for the other processes on
// the slow path.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int busy[3], x, y;

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg + 1;
start:
    busy[me] = 1;
    x = me;
    if (y != 0) {
        busy[me] = 0;
        while (y != 0)
            ;
        goto start;
    }
    y = me;
    if (x != me) {
        busy[me] = 0;
        if (y != me) {
            while (y != 0)
                ;
            goto start;
        }
    }
    critical_section(me);
    y = 0;
    busy[me] = 0;
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
