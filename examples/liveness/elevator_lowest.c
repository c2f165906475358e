// An elevator that goes to the lowest floor where it is wanted: those above may wait for ever, as there are two
// calls in each round.

int __VERIFIER_nondet_int(void);

int wanted[4], at;

int main(void) {
    for (;;) {
        for (int calls = 0; calls < 2; calls++) {
            int floor = __VERIFIER_nondet_int();
            if (floor >= 0 && floor < 4)
                wanted[floor] = 1;
        }
        for (int i = 0; i < 4; i++)
            if (wanted[i]) {
                at = i;
                wanted[i] = 0;
                break;
            }
    }
}
