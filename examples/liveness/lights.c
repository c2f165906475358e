// Two traffic lights at a crossing with a button for people on foot: who waits gets a green light in the
// next round.

_Bool __VERIFIER_nondet_bool(void);

enum { RED, GREEN };
int cars = GREEN, people = RED, waits;

int main(void) {
    for (;;) {
        if (__VERIFIER_nondet_bool())
            waits = 1;
        if (waits) {
            cars = RED;
            people = GREEN;
            waits = 0;
            people = RED;
            cars = GREEN;
        }
    }
}
