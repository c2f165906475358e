// Lamport's fast mutual exclusion: without contention a process enters after a
// constant number of steps; else it waits until the others have made up their
// minds. Processes are numbered from 1.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
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
    int me = (int)(long)arg + 1, other = 3 - me;
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
        while (busy[other])
            ;
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
