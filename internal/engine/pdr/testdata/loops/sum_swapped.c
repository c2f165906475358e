// Two multiples of two are swapped and mixed.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned a = 0, b = 2;
	while (__VERIFIER_nondet_int()) {
		unsigned t = a + 2 * __VERIFIER_nondet_uint();
		a = b;
		b = t;
	}
	if (a % 2 != 0)
		reach_error();
	return 0;
}
