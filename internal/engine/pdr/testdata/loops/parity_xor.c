// The lowest bits of two numbers stay opposite.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned a = 0, b = 1;
	while (__VERIFIER_nondet_int()) {
		a += 3;
		b += 5;
	}
	if (((a ^ b) & 1) == 0)
		reach_error();
	return 0;
}
