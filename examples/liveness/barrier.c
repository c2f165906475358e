// Two threads that wait for each other in each round, at a barrier that changes its sense from round to round. Who is
// there first waits in a loop.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived, sense, working[2];

static void *process(void *arg) {
    int me = (int)(long)arg, mine = 0;
    for (;;) {
        working[me] = 1;
        working[me] = 0;
        mine = !mine;
        if (atomic_fetch_add(&arrived, 1) == 1) {
            arrived = 0;
            sense = mine;
        } else {
            while (sense != mine)
                ;
        }
    }
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, process, (void *)1);
    process((void *)0);
    return 0;
}
