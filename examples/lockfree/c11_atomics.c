// Operations of stdatomic.h: each is one step, so bits that two threads set and
// clear do not disturb each other.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_uint bits = 0x10;
static _Atomic long long sum;

static int first(void *arg) {
    atomic_fetch_or_explicit(&bits, 1, memory_order_relaxed);
    sum += 5;
    atomic_fetch_and(&bits, ~0x10u);
    return 0;
}

static int second(void *arg) {
    atomic_fetch_xor(&bits, 2);
    atomic_fetch_sub(&sum, 3);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, first, 0);
    thrd_create(&b, second, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(atomic_load(&bits) == 3 && sum == 2);
    return 0;
}
