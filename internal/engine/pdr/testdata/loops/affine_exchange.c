// Coins of two kinds are changed into each other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned small = 30, large = 7;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int() && small >= 5) {
			small -= 5;
			large++;
		} else if (large > 0) {
			large--;
			small += 5;
		}
	}
	if (small + 5 * large != 65)
		reach_error();
	return 0;
}
