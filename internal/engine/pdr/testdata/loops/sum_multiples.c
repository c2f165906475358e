// A number grows by multiples of four of an input, another follows.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned a = 1, b = 5;
	while (__VERIFIER_nondet_int()) {
		unsigned k = __VERIFIER_nondet_uint();
		a += 4 * k;
		b -= 8 * k;
	}
	if ((a + b) % 4 != 2)
		reach_error();
	return 0;
}
