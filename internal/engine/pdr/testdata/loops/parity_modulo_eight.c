// Remainder by a power of two: steps of 8 and 16.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 3;
	while (__VERIFIER_nondet_int())
		x += __VERIFIER_nondet_int() ? 8 : 16;
	if (x % 8 != 3)
		reach_error();
	return 0;
}
