// A deque for work stealing after Chase and Lev: its owner pushes and pops at the bottom, others
// steal from the top, and only for the last element do they need a compare-and-swap. Every job is
// done by just one thread.
//
// built with             expected
// (nothing)              true
// -DNO_SWAP              false(unreach-call)
// -DLATE_BOTTOM          false(unreach-call)
// -DPLAIN_BOTTOM         false(no-data-race)
// -DSHORT_RING           false(unreach-call)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef JOBS
#define JOBS 2
#endif
#ifndef THIEVES
#define THIEVES 1
#endif
#ifdef SHORT_RING
#define SIZE 1
#else
#define SIZE 4 // more than there can be jobs at one time
#endif

struct deque {
    atomic_int top;
#ifdef PLAIN_BOTTOM
    int bottom;
#else
    atomic_int bottom;
#endif
    atomic_int slots[SIZE];
};

enum { EMPTY = -1, LOST = -2 };

static struct deque deque;
static atomic_int done[JOBS];

static void push(struct deque *d, int job) {
    int bottom = d->bottom;
    d->slots[bottom % SIZE] = job;
    d->bottom = bottom + 1;
}

// pop takes the job that was pushed last.
static int pop(struct deque *d) {
#ifdef LATE_BOTTOM // a thief may still believe that the job is there
    int bottom = d->bottom - 1;
    int top = d->top;
    d->bottom = bottom;
#else
    int bottom = d->bottom - 1;
    d->bottom = bottom;
    int top = d->top;
#endif
    if (top > bottom) {
        d->bottom = bottom + 1;
        return EMPTY;
    }
    int job = d->slots[bottom % SIZE];
    if (top < bottom)
        return job;
    // the last job: whoever moves the top has it
#ifdef NO_SWAP
    d->top = top + 1;
#else
    if (!atomic_compare_exchange_strong(&d->top, &top, top + 1))
        job = EMPTY;
#endif
    d->bottom = bottom + 1;
    return job;
}

// steal takes the oldest job. LOST says that another thread was faster, and that there may be more.
static int steal(struct deque *d) {
    int top = d->top;
    int bottom = d->bottom;
    if (top >= bottom)
        return EMPTY;
    int job = d->slots[top % SIZE];
    if (!atomic_compare_exchange_strong(&d->top, &top, top + 1))
        return LOST;
    return job;
}

static void do_job(int job) {
    assert(job >= 0 && job < JOBS);
    assert(atomic_fetch_add(&done[job], 1) == 0);
}

static void *thief(void *arg) {
    for (;;) {
        int job = steal(&deque);
        if (job == EMPTY)
            return arg;
        if (job != LOST)
            do_job(job);
    }
}

int main(void) {
    pthread_t thieves[THIEVES];
    push(&deque, 0);
    for (int i = 0; i < THIEVES; i++)
        pthread_create(&thieves[i], NULL, thief, NULL);
    for (int job = 1; job < JOBS; job++)
        push(&deque, job);
    for (int job; (job = pop(&deque)) != EMPTY;)
        do_job(job);
    for (int i = 0; i < THIEVES; i++)
        pthread_join(thieves[i], NULL);
    for (int job = 0; job < JOBS; job++)
        assert(done[job] == 1);
    return 0;
}
