// Remainder by four across the wrap-around of an unsigned char.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned char c = 2;
	while (__VERIFIER_nondet_int())
		c += 12;
	if (c % 4 != 2)
		reach_error();
	return 0;
}
