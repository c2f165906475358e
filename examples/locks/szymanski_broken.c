// Szymanski's mutual exclusion where those inside do not wait for processes with
// a lower number.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* The door is open to others while all states are below InDoor. */
enum { Outside, Announced, Waiting, InDoor, Inside };

static atomic_int state[2];

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg, other = 1 - me;
    state[me] = Announced;
    while (state[other] >= InDoor)
        ;
    state[me] = InDoor;
    if (state[other] == Announced) {
        state[me] = Waiting;
        while (state[other] != Inside)
            ;
    }
    state[me] = Inside;
    critical_section(me);
    if (me == 0)
        while (state[other] == Waiting || state[other] == InDoor)
            ;
    state[me] = Outside;
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
