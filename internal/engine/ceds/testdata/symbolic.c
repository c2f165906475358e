// Two threads count while twenty variables hold inputs.
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int v[20];
static unsigned char a, b;

static void *first(void *arg) {
    while (a < 40)
        a++;
    return arg;
}

static void *second(void *arg) {
    while (b < 40)
        b++;
    return arg;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        v[i] = __VERIFIER_nondet_int();
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    int sum = 0;
    for (int i = 0; i < 20; i++)
        sum += v[i] != v[i];
    if (sum)
        reach_error();
}
