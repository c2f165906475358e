// Threads that are created in a loop, their identifiers in an array on the heap,
// each with a part of the work and a result.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { Threads = 3, Part = 2 };

struct job {
    pthread_t thread;
    const int *numbers;
    unsigned sum;
};

static void *add(void *arg) {
    struct job *j = arg;
    for (int i = 0; i < Part; i++)
        j->sum += (unsigned)j->numbers[i];
    return j;
}

int main(void) {
    int numbers[Threads * Part];
    unsigned expected = 0, total = 0;
    struct job *jobs = calloc(Threads, sizeof *jobs);
    for (int i = 0; i < Threads * Part; i++) {
        numbers[i] = __VERIFIER_nondet_int();
        expected += (unsigned)numbers[i];
    }
    for (int i = 0; i < Threads; i++) {
        jobs[i].numbers = &numbers[i * Part];
        pthread_create(&jobs[i].thread, 0, add, &jobs[i]);
    }
    for (int i = 0; i < Threads; i++) {
        void *done;
        pthread_join(jobs[i].thread, &done);
        total += ((struct job *)done)->sum;
    }
    assert(total == expected);
    free(jobs);
    return 0;
}
