// One counter is twice the other.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 0, y = 0, n = __VERIFIER_nondet_uint();
	while (x < n) {
		x++;
		y += 2;
	}
	if (y != 2 * x)
		reach_error();
	return 0;
}
