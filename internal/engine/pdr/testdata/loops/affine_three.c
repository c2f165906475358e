// A weighted sum is kept by both branches.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 0, y = 0, z = 0;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int()) {
			x++;
			z += 3;
		} else {
			y++;
			z += 5;
		}
	}
	if (z != 3 * x + 5 * y)
		reach_error();
	return 0;
}
