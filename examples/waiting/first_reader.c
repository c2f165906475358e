// Readers and writers from a semaphore: the first reader takes the room for all
// readers, the last one gives it back.
//
// property:   unreach-call
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers, value;

static void *reader(void *arg) {
    pthread_mutex_lock(&mutex);
    if (++readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&mutex);

    int first = value;
    assert(value == first);

    pthread_mutex_lock(&mutex);
    if (--readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&mutex);
    return arg;
}

static void *writer(void *arg) {
    sem_wait(&room);
    value = 1;
    sem_post(&room);
    return arg;
}

int main(void) {
    pthread_t r1, r2, w;
    sem_init(&room, 0, 1);
    pthread_create(&r1, 0, reader, 0);
    pthread_create(&r2, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    pthread_join(r1, 0);
    pthread_join(r2, 0);
    pthread_join(w, 0);
    return 0;
}
