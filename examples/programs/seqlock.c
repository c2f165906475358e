// Statistics that one thread updates and others read without locking it out: a sequence number is
// odd while an update is under way, and who has read across an update reads again. As C11 asks, the
// fields are atomic, even if relaxed; fences keep their accesses between those of the sequence (H. Boehm,
// "Can seqlocks get along with programming language memory models?", MSPC 2012).
//
// built with             expected
// (nothing)              true
// -DNO_RETRY             false(unreach-call)
// -DNO_FENCES            false(unreach-call)
// -DPLAIN_FIELDS         false(no-data-race)
// -DTWO_WRITERS          false(unreach-call)
// -DMEAN_OF_NOTHING      false(no-undefined-arithmetic)
// -DSMALL_SUM            false(no-overflow)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SAMPLES
#define SAMPLES 2
#endif

#ifdef PLAIN_FIELDS
typedef int field;
#define GET(f) (f)
#define SET(f, v) ((f) = (v))
#else
typedef atomic_int field;
#define GET(f) atomic_load_explicit(&(f), memory_order_relaxed)
#define SET(f, v) atomic_store_explicit(&(f), (v), memory_order_relaxed)
#endif

#ifdef NO_FENCES
#define WRITE_FENCE() ((void)0)
#define READ_FENCE() ((void)0)
#else
#define WRITE_FENCE() atomic_thread_fence(memory_order_release)
#define READ_FENCE() atomic_thread_fence(memory_order_acquire)
#endif

// record holds what is known of the samples so far: least <= sum / count <= greatest.
struct record {
    atomic_uint sequence;
    field count, sum, least, greatest;
};

struct snapshot {
    int count, sum, least, greatest;
};

static struct record record;

static void update(struct record *r, int sample) {
    unsigned sequence = atomic_load(&r->sequence);
    atomic_store(&r->sequence, sequence + 1);
    WRITE_FENCE(); // who sees a field of this update sees that it is under way
    int count = GET(r->count);
    SET(r->count, count + 1);
    SET(r->sum, GET(r->sum) + sample);
    if (count == 0 || sample < GET(r->least))
        SET(r->least, sample);
    if (count == 0 || sample > GET(r->greatest))
        SET(r->greatest, sample);
    atomic_store(&r->sequence, sequence + 2);
}

// try_read takes a snapshot; false says that it may be of two different moments.
static bool try_read(struct record *r, struct snapshot *s) {
    unsigned sequence = atomic_load(&r->sequence);
    if (sequence % 2 != 0)
        return false;
    s->count = GET(r->count);
    s->sum = GET(r->sum);
    s->least = GET(r->least);
    s->greatest = GET(r->greatest);
#ifdef NO_RETRY
    return true;
#else
    READ_FENCE(); // the sequence is read after the fields
    return atomic_load(&r->sequence) == sequence;
#endif
}

static int mean(const struct snapshot *s) {
#ifndef MEAN_OF_NOTHING
    if (s->count == 0)
        return 0;
#endif
    return s->sum / s->count;
}

#ifdef SMALL_SUM
#define SAMPLE(i) (2000000000 + (i))
#else
#define SAMPLE(i) (20 - 10 * (i))
#endif

static void *writer(void *arg) {
    for (int i = 0; i < SAMPLES; i++)
        update(&record, SAMPLE(i));
    return arg;
}

static void *reader(void *arg) {
    struct snapshot s;
    while (!try_read(&record, &s))
        ;
    int m = mean(&s);
    if (s.count > 0)
        assert(s.least <= m && m <= s.greatest);
    else
        assert(s.sum == 0);
    return arg;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
#ifdef TWO_WRITERS // an update by another thread that does not wait for the first one
    update(&record, SAMPLE(0));
#endif
    pthread_join(w, NULL);
    pthread_join(r, NULL);
#ifdef TWO_WRITERS
    assert(GET(record.count) == SAMPLES + 1);
#endif
    return 0;
}
