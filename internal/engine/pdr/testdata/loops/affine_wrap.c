// An affine relation that only holds modulo 2^32.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 1, y = 0;
	while (__VERIFIER_nondet_int()) {
		x += 0x80000001u;
		y += 2;
	}
	if (2 * x != y + 2)
		reach_error();
	return 0;
}
