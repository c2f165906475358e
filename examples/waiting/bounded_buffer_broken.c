// A ring buffer of two slots whose semaphore counts three: the producer can
// overwrite an item that was not consumed.
//
// property:   unreach-call
// data model: LP64
// verdict:    false
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { Slots = 2, Items = 3 };

static sem_t free_slots, used_slots;
static int buffer[Slots];

static void *producer(void *arg) {
    for (int i = 0; i < Items; i++) {
        sem_wait(&free_slots);
        buffer[i % Slots] = i + 1;
        sem_post(&used_slots);
    }
    return arg;
}

static void *consumer(void *arg) {
    for (int i = 0; i < Items; i++) {
        sem_wait(&used_slots);
        assert(buffer[i % Slots] == i + 1);
        sem_post(&free_slots);
    }
    return arg;
}

int main(void) {
    pthread_t p, c;
    sem_init(&free_slots, 0, Slots + 1);
    sem_init(&used_slots, 0, 0);
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
