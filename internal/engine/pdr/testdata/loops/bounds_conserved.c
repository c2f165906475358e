// A sum is conserved until one part is used up.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 0)
		return 0;
	int left = n, done = 0;
	while (left > 0) {
		left--;
		done++;
	}
	if (done != n)
		reach_error();
	return 0;
}
