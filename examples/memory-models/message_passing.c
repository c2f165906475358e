// A message and the flag that announces it. Who sees the flag sees the message, since the flag is released
// and acquired; otherwise a processor or a compiler may have the reader look at the message first.
//
// built with             expected
// (nothing)              true
// -DRELAXED              false(unreach-call)
// -DUNRELEASED           false(unreach-call)

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
#ifdef UNRELEASED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static int message;
static atomic_int flag;

static void *sender(void *arg) {
    message = 42;
    atomic_store_explicit(&flag, 1, RELEASE);
    return arg;
}

static void *receiver(void *arg) {
    while (!atomic_load_explicit(&flag, ACQUIRE))
        ;
    assert(message == 42);
    return arg;
}

int main(void) {
    pthread_t s, r;
    pthread_create(&s, NULL, sender, NULL);
    pthread_create(&r, NULL, receiver, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
