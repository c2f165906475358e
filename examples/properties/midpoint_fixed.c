// The middle of two indices without an overflow.
//
// property:   no-overflow
// data model: LP64
// verdict:    true
// engines:    bmc, ceds

extern int __VERIFIER_nondet_int(void);

static int midpoint(int low, int high) {
    return low + (high - low) / 2;
}

int main(void) {
    int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
    if (0 <= low && low <= high)
        return midpoint(low, high) < low;
    return 0;
}
