// An elevator that goes up and down and stops where it is wanted. In each round some floor may be called
// from.

int __VERIFIER_nondet_int(void);

int wanted[4], at;

int main(void) {
    int up = 1;
    for (;;) {
        int floor = __VERIFIER_nondet_int();
        if (floor >= 0 && floor < 4)
            wanted[floor] = 1;
        if (wanted[at])
            wanted[at] = 0;
        up = at == 3 ? 0 : at == 0 ? 1 : up;
        at = up ? at + 1 : at - 1;
    }
}
