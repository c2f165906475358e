// Two bit-fields side by side share their bytes: who writes one writes the other.
//
// property:   no-data-race
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <pthread.h>

static struct { unsigned door : 3, window : 3; } open;

static void *door(void *arg) {
    open.door = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, door, 0);
    open.window = 2;
    pthread_join(t, 0);
    return open.door;
}
