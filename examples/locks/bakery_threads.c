// Lamport's bakery for three processes: the one with the lowest number goes first, of those
// with the same number the first of the row.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PROCESSES 3

static atomic_int choosing[PROCESSES], number[PROCESSES];

static int owner;

static void critical_section(int me) {
    owner = me;
    assert(owner == me);
}

static void *process(void *arg) {
    int me = (int)(long)arg, highest = 0;
    choosing[me] = 1;
    for (int i = 0; i < PROCESSES; i++) {
        int his = number[i];
        if (his > highest)
            highest = his;
    }
    int mine = highest + 1;
    number[me] = mine;
    choosing[me] = 0;
    for (int i = 0; i < PROCESSES; i++) {
        if (i == me)
            continue;
        while (choosing[i])
            ;
        for (;;) {
            int his = number[i];
            if (!his || his > mine || (his == mine && i > me))
                break;
        }
    }
    critical_section(me);
    number[me] = 0;
    return 0;
}

int main(void) {
    pthread_t t[PROCESSES];
    for (int i = 0; i < PROCESSES; i++)
        pthread_create(&t[i], 0, process, (void *)(long)i);
    for (int i = 0; i < PROCESSES; i++)
        pthread_join(t[i], 0);
    return 0;
}
