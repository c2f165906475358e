// What another thread reads is freed when that has ended.
//
// property:   valid-deref
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>
#include <stdlib.h>

static void *reader(void *arg) {
    int *p = arg;
    return (void *)(long)*p;
}

int main(void) {
    pthread_t t;
    int *p = calloc(1, sizeof *p);
    pthread_create(&t, 0, reader, p);
    pthread_join(t, 0);
    free(p);
    return 0;
}
