// Workers sort measurements into the buckets of a histogram of their own and merge it into the
// common one at the end; a report gives the share of each bucket and the bucket in which the median
// lies.
//
// built with             expected
// (nothing)              true
// -DDIRECT               false(no-data-race)
// -DUNCLAMPED            false(valid-deref)
// -DEMPTY_SHARE          false(no-undefined-arithmetic)
// -DMIXED_LOCKS          false(unreach-call)
// -DWIDE_SHIFT           false(no-undefined-arithmetic)

#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef SAMPLES
#define SAMPLES 2 // of each worker
#endif
#define BUCKETS 4 // bucket b has the measurements from 2^b to 2^(b+1) - 1; the last one all that are greater

extern unsigned __VERIFIER_nondet_uint(void);

struct histogram {
    unsigned counts[BUCKETS];
    unsigned total;
};

static struct histogram common;
static pthread_mutex_t common_lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef MIXED_LOCKS
static pthread_mutex_t merge_locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
#endif

static unsigned bucket_of(unsigned measurement) {
    unsigned b = 0;
    while (measurement > 1) {
        measurement >>= 1;
        b++;
#ifndef UNCLAMPED
        if (b == BUCKETS - 1)
            break;
#endif
    }
    return b;
}

// bucket_start is the least measurement of a bucket.
static unsigned bucket_start(unsigned b) {
#ifdef WIDE_SHIFT
    return 1u << (b * 11);
#else
    return 1u << b;
#endif
}

static void add(struct histogram *h, unsigned measurement) {
    unsigned b = bucket_of(measurement);
    h->counts[b]++;
    h->total++;
}

static void merge(const struct histogram *h, int self) {
#ifdef MIXED_LOCKS
    pthread_mutex_t *lock = &merge_locks[self];
#else
    pthread_mutex_t *lock = &common_lock;
    (void)self;
#endif
    pthread_mutex_lock(lock);
    for (int b = 0; b < BUCKETS; b++)
        common.counts[b] += h->counts[b];
    common.total += h->total;
    pthread_mutex_unlock(lock);
}

static unsigned percent(const struct histogram *h, unsigned b) {
#ifndef EMPTY_SHARE
    if (h->total == 0)
        return 0;
#endif
    return 100 * h->counts[b] / h->total;
}

// median_bucket is the bucket of the middle measurement.
static unsigned median_bucket(const struct histogram *h) {
    unsigned seen = 0;
    for (unsigned b = 0; b < BUCKETS; b++) {
        seen += h->counts[b];
        if (2 * seen >= h->total)
            return b;
    }
    return BUCKETS;
}

static void *worker(void *arg) {
    int self = (int)(long)arg;
    struct histogram own = {{0}, 0};
    for (int i = 0; i < SAMPLES; i++) {
        unsigned measurement = __VERIFIER_nondet_uint() & 255;
#ifdef DIRECT
        add(&common, measurement);
#else
        add(&own, measurement);
#endif
    }
    merge(&own, self);
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    assert(percent(&common, 0) == 0);
    for (long i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, (void *)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    assert(common.total == WORKERS * SAMPLES);
    unsigned sum = 0;
    for (unsigned b = BUCKETS; b-- > 0;) {
        sum += common.counts[b];
        assert(percent(&common, b) <= 100);
        assert(bucket_of(bucket_start(b)) == b);
    }
    assert(sum == common.total);
    assert(median_bucket(&common) < BUCKETS);
    return 0;
}
