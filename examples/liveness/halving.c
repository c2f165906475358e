// Every number of 32 bits but one becomes 1 by halving.

unsigned __VERIFIER_nondet_uint(void);

unsigned x;

int main(void) {
    x = __VERIFIER_nondet_uint();
    while (x != 1)
        x /= 2;
    return 0;
}
