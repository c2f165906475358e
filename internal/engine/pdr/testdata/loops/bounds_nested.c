// An inner loop runs as often as the outer one says.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int n = __VERIFIER_nondet_int(), i, j;
	if (n < 0 || n > 10000)
		return 0;
	for (i = 0; i < n; i++) {
		for (j = i; j < n; j++)
			if (j < 0 || i >= n)
				reach_error();
		if (j != n)
			reach_error();
	}
	return 0;
}
