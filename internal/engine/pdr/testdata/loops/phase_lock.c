// A lock is held exactly between acquire and release.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int held = 0, turn = 0;
	for (;;) {
		if (turn == 0) {
			if (held)
				reach_error();
			held = 1;
			turn = 1;
		} else {
			if (!held)
				reach_error();
			held = 0;
			turn = __VERIFIER_nondet_int() ? 0 : 2;
			if (turn == 2)
				break;
		}
	}
	if (held)
		reach_error();
	return 0;
}
