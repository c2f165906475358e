// The cell that was written holds what was written.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[64];
int main(void) {
	int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	if (n < 0 || n > 64 || k < 0 || k >= n)
		return 0;
	for (int i = 0; i < n; i++)
		a[i] = 7;
	if (a[k] != 7)
		reach_error();
	return 0;
}
