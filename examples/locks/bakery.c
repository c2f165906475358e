// Lamport's bakery for two processes: take a number, wait for the lower ones.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int choosing[2], number[2];

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    choosing[me] = 1;
    int mine = number[other] + 1;
    number[me] = mine;
    choosing[me] = 0;
    while (choosing[other])
        ;
    for (;;) {
        int his = number[other];
        if (his == 0 || mine < his || (mine == his && me < other))
            break;
    }
    critical_section(me);
    number[me] = 0;
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
