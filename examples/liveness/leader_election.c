// Leader election in a ring of three (E. Chang and R. Roberts): each sends its number on, and numbers of
// others if they are larger than its own. Whose number comes back is the leader. The numbers are any of 32
// bits.

#include <pthread.h>
#include <stdatomic.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned own[3];
static atomic_uint box[3];  // to whom each writes; 0: nothing
static atomic_int leaders, winner = -1;

static void *process(void *arg) {
    int me = (int)(long)arg, next = (me + 1) % 3;
    box[next] = own[me];
    for (;;) {
        unsigned got = box[me];
        if (!got)
            continue;
        box[me] = 0;
        if (got == own[me]) {
            winner = me;
            leaders++;
            return arg;
        }
        if (got > own[me]) {
            while (box[next])
                ;
            box[next] = got;
        }
    }
}

int main(void) {
    pthread_t other[2];
    for (int i = 0; i < 3; i++)
        own[i] = __VERIFIER_nondet_uint();
    __VERIFIER_assume(own[0] && own[1] && own[2]);
    __VERIFIER_assume(own[0] != own[1] && own[1] != own[2] && own[0] != own[2]);
    pthread_create(&other[0], 0, process, (void *)1);
    pthread_create(&other[1], 0, process, (void *)2);
    process((void *)0);
    return 0;
}
