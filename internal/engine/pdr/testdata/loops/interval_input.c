// An input is clipped before each use.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int low = 0;
	for (;;) {
		int x = __VERIFIER_nondet_int();
		if (x < -50)
			x = -50;
		if (x > 50)
			x = 50;
		if (x < low)
			low = x;
		if (low < -50)
			reach_error();
		if (__VERIFIER_nondet_int())
			break;
	}
	return 0;
}
