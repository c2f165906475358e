// A ring buffer for one writer and one reader without locks: two positions that only grow, each
// written by one side, and a mask that turns a position into an index. Records have different
// lengths, as in the log of a device driver.
//
// built with             expected
// (nothing)              true
// -DEARLY_PUBLISH        false(unreach-call)
// -DPLAIN_TAIL           false(no-data-race)
// -DNO_MASK              false(valid-deref)
// -DWHOLE_RING           false(unreach-call)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SIZE
#define SIZE 4u // bytes, a power of two
#endif
#define MASK (SIZE - 1u)
#ifndef RECORDS
#define RECORDS 3
#endif

struct ring {
#ifdef PLAIN_TAIL
    unsigned tail;
#else
    atomic_uint tail; // where the writer goes on
#endif
    atomic_uint head; // where the reader goes on
    unsigned char bytes[SIZE];
};

static struct ring ring;

#ifdef PLAIN_TAIL
#define READ_TAIL(r) ((r)->tail)
#define WRITE_TAIL(r, v) ((r)->tail = (v))
#else
#define READ_TAIL(r) atomic_load_explicit(&(r)->tail, memory_order_acquire)
#define WRITE_TAIL(r, v) atomic_store_explicit(&(r)->tail, (v), memory_order_release)
#endif

#ifdef NO_MASK
#define AT(position) (position)
#else
#define AT(position) ((position)&MASK)
#endif

// ring_room is how many bytes can be written; only the writer may ask.
static unsigned ring_room(struct ring *r, unsigned tail) {
    unsigned used = tail - atomic_load_explicit(&r->head, memory_order_acquire);
#ifdef WHOLE_RING // forgets that the length of a record takes a byte as well
    return SIZE - used + 1;
#else
    return SIZE - used;
#endif
}

// ring_write adds a record of length bytes, each of which is value; false says that there is no room for it.
static bool ring_write(struct ring *r, unsigned char value, unsigned char length) {
    unsigned tail = READ_TAIL(r);
    if (ring_room(r, tail) < length + 1u)
        return false;
#ifdef EARLY_PUBLISH
    WRITE_TAIL(r, tail + 1u + length);
#endif
    r->bytes[AT(tail)] = length;
    for (unsigned i = 0; i < length; i++)
        r->bytes[AT(tail + 1 + i)] = value;
#ifndef EARLY_PUBLISH
    WRITE_TAIL(r, tail + 1u + length);
#endif
    return true;
}

// ring_read takes the next record, checks that all of its bytes are equal and gives this byte; -1 says
// that there is none.
static int ring_read(struct ring *r) {
    unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
    if (READ_TAIL(r) == head)
        return -1;
    unsigned length = r->bytes[AT(head)];
    int value = r->bytes[AT(head + 1)];
    for (unsigned i = 1; i < length; i++)
        assert(r->bytes[AT(head + 1 + i)] == value);
    atomic_store_explicit(&r->head, head + 1u + length, memory_order_release);
    return value;
}

static void *writer(void *arg) {
    for (unsigned char i = 0; i < RECORDS; i++) {
        unsigned char length = 1 + i % 2;
        while (!ring_write(&ring, 10 + i, length))
            ;
    }
    return arg;
}

static void *reader(void *arg) {
    for (int i = 0; i < RECORDS; i++) {
        int value;
        while ((value = ring_read(&ring)) < 0)
            ;
        assert(value == 10 + i);
    }
    return arg;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
