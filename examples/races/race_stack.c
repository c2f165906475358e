// A local variable whose address is given to a thread is shared as long as the thread runs.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static void *count(void *arg) {
    int *n = arg;
    (*n)++;
    return 0;
}

int main(void) {
    int n = 0;
    pthread_t t;
    pthread_create(&t, 0, count, &n);
    n++;
    pthread_join(t, 0);
    return n;
}
