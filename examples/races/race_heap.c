// A message is filled, given to a thread, changed by it, and looked at again when the
// thread has ended.
//
// property:   no-data-race
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

#include <pthread.h>
#include <stdlib.h>

struct message { int question, answer; };

static void *answer(void *arg) {
    struct message *m = arg;
    m->answer = m->question + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    struct message *m = malloc(sizeof *m);
    m->question = 41;
    m->answer = 0;
    pthread_create(&t, 0, answer, m);
    pthread_join(t, 0);
    int result = m->answer;
    free(m);
    return result;
}
