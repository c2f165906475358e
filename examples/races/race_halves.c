// Each thread sorts out its own half of an array; the halves share no byte.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>

#define HALF 3

static short numbers[2 * HALF] = {4, -1, 2, -7, 5, 0};

static void *positive(void *arg) {
    short *half = arg;
    for (int i = 0; i < HALF; i++)
        if (half[i] < 0)
            half[i] = -half[i];
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, positive, numbers);
    positive(numbers + HALF);
    pthread_join(t, 0);
    return numbers[0] + numbers[HALF];
}
