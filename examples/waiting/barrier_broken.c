// A barrier for one thread holds nobody back.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int part[2];

static void *worker(void *arg) {
    int me = (int)(long)arg;
    part[me] = me + 1;
    pthread_barrier_wait(&barrier);
    assert(part[0] + part[1] == 3);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 1);
    pthread_create(&a, 0, worker, (void *)0);
    pthread_create(&b, 0, worker, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
