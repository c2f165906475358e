// Two numbers grow by twice the same kind of input.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned a = 0, b = 0;
	while (__VERIFIER_nondet_int()) {
		a += 2 * __VERIFIER_nondet_uint();
		b += 4 * __VERIFIER_nondet_uint();
	}
	if ((a + b) % 2 != 0)
		reach_error();
	return 0;
}
