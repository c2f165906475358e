// A counter that starts again stays in its interval.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int i = 5;
	while (__VERIFIER_nondet_int()) {
		if (i >= 5 && i < 500)
			i++;
		else
			i = 5;
	}
	if (i < 5 || i > 500)
		reach_error();
	return 0;
}
