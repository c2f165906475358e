// A pool of worker threads with a list of tasks. Callers wait for a task by a future of their own;
// a pool that is shut down finishes the tasks that it has.
//
// built with             expected
// (nothing)              true
// -DUNLOCKED_RESULT      false(no-data-race)
// -DDOUBLE_FREE          false(valid-free)
// -DDROP_TASKS           false(no-deadlock)
// -DLOST_TASK            false(valid-memtrack)
// -DSHARED_RESULT        false(unreach-call)

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef TASKS
#define TASKS 2
#endif

// future is where a task puts its result; it belongs to the caller.
struct future {
    pthread_mutex_t lock;
    pthread_cond_t ready;
    bool done;
    int result;
};

struct task {
    int (*run)(int);
    int arg;
    struct future *future;
    struct task *next;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct task *first, **last; // last is where the next task is linked in
    struct task *spare;         // one that is done with, for whoever submits the next one
    bool stopping;
    pthread_t workers[WORKERS];
};

static void future_init(struct future *f) {
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->ready, NULL);
    f->done = false;
    f->result = 0;
}

static void future_set(struct future *f, int result) {
#ifdef UNLOCKED_RESULT
    f->done = true;
    f->result = result;
    pthread_mutex_lock(&f->lock);
#else
    pthread_mutex_lock(&f->lock);
    f->result = result;
    f->done = true;
#endif
    pthread_cond_signal(&f->ready);
    pthread_mutex_unlock(&f->lock);
}

static int future_get(struct future *f) {
    pthread_mutex_lock(&f->lock);
    while (!f->done)
        pthread_cond_wait(&f->ready, &f->lock);
    int result = f->result;
    pthread_mutex_unlock(&f->lock);
    return result;
}

// pool_next waits for a task; NULL says that the pool stops.
static struct task *pool_next(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    while (p->first == NULL && !p->stopping)
        pthread_cond_wait(&p->work, &p->lock);
    struct task *t = p->first;
#ifdef DROP_TASKS // what is still in the list is never done, and somebody waits for it
    if (p->stopping)
        t = NULL;
#endif
    if (t != NULL) {
        p->first = t->next;
        if (p->first == NULL)
            p->last = &p->first;
    }
    pthread_mutex_unlock(&p->lock);
    return t;
}

// pool_recycle keeps a task as the spare one, or frees it.
static void pool_recycle(struct pool *p, struct task *t) {
    pthread_mutex_lock(&p->lock);
#ifdef LOST_TASK
    p->spare = t;
#else
    if (p->spare == NULL)
        p->spare = t;
#ifndef DOUBLE_FREE
    else
#endif
        free(t);
#endif
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *arg) {
    struct pool *p = arg;
    struct task *t;
    while ((t = pool_next(p)) != NULL) {
        future_set(t->future, t->run(t->arg));
        pool_recycle(p, t);
    }
    return NULL;
}

static void pool_start(struct pool *p) {
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    p->first = NULL;
    p->last = &p->first;
    p->spare = NULL;
    p->stopping = false;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&p->workers[i], NULL, work, p);
}

static void pool_submit(struct pool *p, int (*run)(int), int arg, struct future *f) {
    pthread_mutex_lock(&p->lock);
    struct task *t = p->spare;
    p->spare = NULL;
    if (t == NULL)
        t = malloc(sizeof *t);
    t->run = run;
    t->arg = arg;
    t->future = f;
    t->next = NULL;
    *p->last = t;
    p->last = &t->next;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
}

static void pool_stop(struct pool *p) {
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(p->workers[i], NULL);
    free(p->spare);
}

static int square(int x) {
    return x * x;
}

int main(void) {
    static struct pool pool;
    static struct future futures[TASKS];
    pool_start(&pool);
    for (int i = 0; i < TASKS; i++) {
        future_init(&futures[i]);
#ifdef SHARED_RESULT
        pool_submit(&pool, square, i, &futures[0]);
    }
    for (int i = 0; i < TASKS; i++)
        assert(future_get(&futures[0]) == i * i);
#else
        pool_submit(&pool, square, i, &futures[i]);
    }
#ifdef DROP_TASKS
    pool_stop(&pool);
    for (int i = 0; i < TASKS; i++)
        assert(future_get(&futures[i]) == i * i);
    return 0;
#endif
    for (int i = 0; i < TASKS; i++)
        assert(future_get(&futures[i]) == i * i);
#endif
    pool_stop(&pool);
    return 0;
}
