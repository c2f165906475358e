// A flag tells which branch has been taken.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int flag = 0, x = 0;
	while (__VERIFIER_nondet_int()) {
		if (flag)
			x = 1;
		else
			flag = 1;
	}
	if (x && !flag)
		reach_error();
	return 0;
}
