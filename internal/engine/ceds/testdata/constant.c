// Two threads count without end: 65,536 pairs of values and the places between.
#include <pthread.h>

extern void reach_error(void);

static unsigned char a, b;

static void *first(void *arg) {
    for (;;)
        a++;
    return arg;
}

static void *second(void *arg) {
    for (;;)
        b++;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    reach_error();
}
