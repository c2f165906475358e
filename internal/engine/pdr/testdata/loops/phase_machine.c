// A machine with four states never comes to the fifth.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int state = 0;
	while (__VERIFIER_nondet_int()) {
		if (state == 0)
			state = __VERIFIER_nondet_int() ? 1 : 2;
		else if (state == 1)
			state = 3;
		else if (state == 2)
			state = 0;
		else if (state == 4)
			reach_error();
		else
			state = 1;
	}
	return 0;
}
