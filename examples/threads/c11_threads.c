// Threads, a mutex and call_once of C11; thrd_join hands over the results.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static once_flag once = ONCE_FLAG_INIT;
static int total;

static void initialise(void) {
    mtx_init(&mutex, mtx_plain);
}

static int add(void *arg) {
    int n = *(int *)arg;
    call_once(&once, initialise);
    mtx_lock(&mutex);
    total += n;
    mtx_unlock(&mutex);
    return n * 10;
}

int main(void) {
    thrd_t a, b;
    int two = 2, three = 3, ra, rb;
    thrd_create(&a, add, &two);
    thrd_create(&b, add, &three);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(total == 5 && ra == 20 && rb == 30);
    return 0;
}
