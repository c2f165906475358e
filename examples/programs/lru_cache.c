// A cache of the least recently used kind: a hash table whose entries are also on a list, from the
// one that was used last to the one that goes next, under a read-write lock. A hit changes the
// list, so it is a write.
//
// built with             expected
// (nothing)              true
// -DHIT_AS_READER        false(no-data-race)
// -DSTALE_BUCKET         false(valid-deref)
// -DLEAK_ON_UPDATE       false(valid-memtrack)
// -DOFF_BY_ONE           false(unreach-call)
// -DNEGATIVE_KEY         false(valid-deref)

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 2
#endif
#define BUCKETS 2

struct entry {
    int key, value;
    struct entry *next_in_bucket;
    struct entry *newer, *older;
};

struct cache {
    struct entry *buckets[BUCKETS];
    pthread_rwlock_t lock;
    struct entry *newest, *oldest;
    int count;
};

static struct cache cache;

static struct entry **bucket_of(struct cache *c, int key) {
#ifdef NEGATIVE_KEY // the remainder of a negative number is negative
    return &c->buckets[key % BUCKETS];
#else
    return &c->buckets[(unsigned)key % BUCKETS];
#endif
}

static struct entry *find(struct cache *c, int key) {
    struct entry *e = *bucket_of(c, key);
    while (e != NULL && e->key != key)
        e = e->next_in_bucket;
    return e;
}

static void unlink_from_list(struct cache *c, struct entry *e) {
    if (e->newer != NULL)
        e->newer->older = e->older;
    else
        c->newest = e->older;
    if (e->older != NULL)
        e->older->newer = e->newer;
    else
        c->oldest = e->newer;
}

static void make_newest(struct cache *c, struct entry *e) {
    e->newer = NULL;
    e->older = c->newest;
    if (c->newest != NULL)
        c->newest->newer = e;
    else
        c->oldest = e;
    c->newest = e;
}

static void unlink_from_bucket(struct cache *c, struct entry *e) {
    struct entry **at = bucket_of(c, e->key);
    while (*at != e)
        at = &(*at)->next_in_bucket;
    *at = e->next_in_bucket;
}

// evict removes the entry that was not used for the longest time.
static void evict(struct cache *c) {
    struct entry *e = c->oldest;
    unlink_from_list(c, e);
#ifndef STALE_BUCKET
    unlink_from_bucket(c, e);
#endif
    c->count--;
    free(e);
}

// cache_get gives the value of a key, which counts as a use of it.
static bool cache_get(struct cache *c, int key, int *value) {
#ifdef HIT_AS_READER
    pthread_rwlock_rdlock(&c->lock);
#else
    pthread_rwlock_wrlock(&c->lock);
#endif
    struct entry *e = find(c, key);
    if (e != NULL) {
        *value = e->value;
        if (c->newest != e) {
            unlink_from_list(c, e);
            make_newest(c, e);
        }
    }
    pthread_rwlock_unlock(&c->lock);
    return e != NULL;
}

// cache_peek does not count as a use, so many threads can peek at once.
static bool cache_peek(struct cache *c, int key, int *value) {
    pthread_rwlock_rdlock(&c->lock);
    struct entry *e = find(c, key);
    if (e != NULL)
        *value = e->value;
    pthread_rwlock_unlock(&c->lock);
    return e != NULL;
}

static void cache_put(struct cache *c, int key, int value) {
    struct entry *fresh = malloc(sizeof *fresh);
    fresh->key = key;
    fresh->value = value;
    pthread_rwlock_wrlock(&c->lock);
    struct entry *old = find(c, key);
    if (old != NULL) {
        unlink_from_list(c, old);
        unlink_from_bucket(c, old);
        c->count--;
#ifndef LEAK_ON_UPDATE
        free(old);
#endif
    }
#ifdef OFF_BY_ONE
    if (c->count > CAPACITY)
#else
    if (c->count == CAPACITY)
#endif
        evict(c);
    struct entry **bucket = bucket_of(c, key);
    fresh->next_in_bucket = *bucket;
    *bucket = fresh;
    make_newest(c, fresh);
    c->count++;
    assert(c->count <= CAPACITY);
    pthread_rwlock_unlock(&c->lock);
}

static void cache_clear(struct cache *c) {
    while (c->count > 0)
        evict(c);
}

static void *user(void *arg) {
    int key = (int)(long)arg, value;
    if (cache_get(&cache, 0, &value))
        assert(value == 7);
    cache_put(&cache, key, 10 * key);
    if (cache_peek(&cache, key, &value))
        assert(value == 10 * key);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_rwlock_init(&cache.lock, NULL);
    cache_put(&cache, 0, 6);
    cache_put(&cache, 0, 7);
    cache_put(&cache, -1, 8);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, user, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    cache_clear(&cache);
    pthread_rwlock_destroy(&cache.lock);
    return 0;
}
