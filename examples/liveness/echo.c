// A server that answers each request of 32 bits with the same number.

#include <pthread.h>
#include <stdatomic.h>

unsigned __VERIFIER_nondet_uint(void);

static atomic_uint request, answer;

static void *serve(void *arg) {
    for (;;) {
        unsigned asked = request;
        if (asked)
            answer = asked;
    }
    return arg;
}

int main(void) {
    pthread_t server;
    pthread_create(&server, 0, serve, 0);
    for (;;) {
        unsigned number = __VERIFIER_nondet_uint();
        answer = 0;
        request = number;
        while (answer != number)
            ;
        request = 0;
    }
}
