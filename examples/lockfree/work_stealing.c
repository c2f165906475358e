// A deque of work as Chase and Lev have it, without growth: the owner takes at
// the bottom, a thief steals at the top, and the last task is fought for.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom;
static atomic_int done[2];

static void run(int task) {
    assert(atomic_fetch_add(&done[task], 1) == 0);
}

/* Task i lies at place i. take returns a task or -1. */
static int take(void) {
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t < b)
        return b;
    int task = -1;
    if (t == b && atomic_compare_exchange_strong(&top, &t, t + 1))
        task = b;
    bottom = b + 1;
    return task;
}

static int steal(void) {
    int t = top;
    int b = bottom;
    if (t < b && atomic_compare_exchange_strong(&top, &t, t + 1))
        return t;
    return -1;
}

static void *thief(void *arg) {
    for (int i = 0; i < 2; i++) {
        int task = steal();
        if (task >= 0)
            run(task);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    bottom = 2;
    pthread_create(&t, 0, thief, 0);
    for (int i = 0; i < 2; i++) {
        int task = take();
        if (task >= 0)
            run(task);
    }
    pthread_join(t, 0);
    assert(done[0] == 1 && done[1] == 1);
    return 0;
}
