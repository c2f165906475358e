// The letter is safe, since it is read only behind the flag; but the flag itself is no
// atomic object.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static int letter, announced;

static void *writer(void *arg) {
    letter = 7;
    announced = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (announced)
        return letter;
    return 0;
}
