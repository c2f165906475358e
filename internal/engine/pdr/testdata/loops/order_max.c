// The greatest value so far is at least the last one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int max = __VERIFIER_nondet_int(), last = max;
	while (__VERIFIER_nondet_int()) {
		last = __VERIFIER_nondet_int();
		if (last > max)
			max = last;
	}
	if (last > max)
		reach_error();
	return 0;
}
