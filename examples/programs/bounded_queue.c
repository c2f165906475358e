// A bounded queue between producers and consumers: one mutex, two condition variables, and a way to
// close it, after which consumers take what is left and then end. Items are allocated by producers
// and freed by consumers.
//
// built with             expected
// (nothing)              true
// -DIF_FOR_WHILE         false(unreach-call)
// -DUNLOCKED_CLOSE       false(no-data-race)
// -DQUIET_CLOSE          false(no-deadlock)
// -DFORGOTTEN_ITEM       false(valid-memtrack)
// -DLATE_READ            false(valid-deref)

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 2
#endif
#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS
#define ITEMS 2 // of each producer
#endif

struct item {
    int producer;
    int number;
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    struct item *slots[CAPACITY];
    int head, count;
    bool closed;
};

static void queue_init(struct queue *q) {
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->not_empty, NULL);
    pthread_cond_init(&q->not_full, NULL);
    q->head = q->count = 0;
    q->closed = false;
}

static void queue_destroy(struct queue *q) {
    pthread_cond_destroy(&q->not_full);
    pthread_cond_destroy(&q->not_empty);
    pthread_mutex_destroy(&q->lock);
}

// queue_put waits for a free slot. It must not be called once the queue is closed.
static void queue_put(struct queue *q, struct item *it) {
    pthread_mutex_lock(&q->lock);
    while (q->count == CAPACITY)
        pthread_cond_wait(&q->not_full, &q->lock);
    assert(!q->closed);
    q->slots[(q->head + q->count) % CAPACITY] = it;
    q->count++;
    pthread_cond_signal(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
}

// queue_take waits for an item; NULL says that the queue is closed and nothing is left in it.
static struct item *queue_take(struct queue *q) {
    struct item *it = NULL;
    pthread_mutex_lock(&q->lock);
#ifdef IF_FOR_WHILE // a thread that wakes up need not be the one that the item was for
    if (q->count == 0 && !q->closed)
        pthread_cond_wait(&q->not_empty, &q->lock);
    assert(q->count > 0 || q->closed);
#else
    while (q->count == 0 && !q->closed)
        pthread_cond_wait(&q->not_empty, &q->lock);
#endif
    if (q->count > 0) {
        it = q->slots[q->head];
        q->slots[q->head] = NULL;
        q->head = (q->head + 1) % CAPACITY;
        q->count--;
        pthread_cond_signal(&q->not_full);
    }
    pthread_mutex_unlock(&q->lock);
    return it;
}

static void queue_close(struct queue *q) {
#ifdef UNLOCKED_CLOSE
    q->closed = true;
    pthread_mutex_lock(&q->lock);
#else
    pthread_mutex_lock(&q->lock);
    q->closed = true;
#endif
#ifdef QUIET_CLOSE // wakes up one consumer, and there may be more
    pthread_cond_signal(&q->not_empty);
#else
    pthread_cond_broadcast(&q->not_empty);
#endif
    pthread_mutex_unlock(&q->lock);
}

static struct queue queue;
static int taken[CONSUMERS];

static void *produce(void *arg) {
    int self = (int)(long)arg;
    for (int i = 0; i < ITEMS; i++) {
        struct item *it = malloc(sizeof *it);
        it->producer = self;
        it->number = i;
        queue_put(&queue, it);
#ifdef LATE_READ // the item belongs to the queue by now
        assert(it->number == i);
#endif
    }
    return NULL;
}

static void *consume(void *arg) {
    int self = (int)(long)arg;
    int last[PRODUCERS];
    for (int p = 0; p < PRODUCERS; p++)
        last[p] = -1;
    for (;;) {
        struct item *it = queue_take(&queue);
        if (it == NULL)
            return NULL;
        assert(it->number > last[it->producer]); // the order of each producer is kept
        last[it->producer] = it->number;
        taken[self]++;
#ifdef FORGOTTEN_ITEM
        if (it->number == ITEMS - 1)
            continue;
#endif
        free(it);
    }
}

int main(void) {
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    queue_init(&queue);
    for (long i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consume, (void *)i);
    for (long i = 0; i < PRODUCERS; i++)
        pthread_create(&producers[i], NULL, produce, (void *)i);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    queue_close(&queue);
    int sum = 0;
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_join(consumers[i], NULL);
        sum += taken[i];
    }
    assert(sum == PRODUCERS * ITEMS);
    queue_destroy(&queue);
    return 0;
}
