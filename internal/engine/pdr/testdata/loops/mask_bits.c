// Bits that are never set.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned m = 0x0f;
	while (__VERIFIER_nondet_int())
		m = (m << 4 | m >> 4) & 0xff;
	if (m & 0x100)
		reach_error();
	return 0;
}
