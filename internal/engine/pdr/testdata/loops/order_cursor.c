// A cursor does not pass the end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int n = __VERIFIER_nondet_int(), i = 0;
	if (n < 0)
		return 0;
	while (i < n) {
		if (__VERIFIER_nondet_int())
			break;
		i++;
	}
	if (i > n)
		reach_error();
	return 0;
}
