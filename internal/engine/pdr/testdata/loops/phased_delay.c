// The second counter starts with the first input.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 0, y = 0, on = 0;
	while (__VERIFIER_nondet_int()) {
		if (!on && __VERIFIER_nondet_int())
			on = 1;
		if (on) {
			x += 2;
			y += 3;
		}
	}
	if (on ? 2 * y != 3 * x : x != 0)
		reach_error();
	return 0;
}
