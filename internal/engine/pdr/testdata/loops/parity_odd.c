// Parity: steps of two from an odd number.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 7;
	while (__VERIFIER_nondet_uint())
		x += 2;
	if (x % 2 == 0)
		reach_error();
	return 0;
}
