// Narrow numbers are added in wide ones, by tail calls.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static long long grow(long long by, long long x) { return by <= 0 ? x : grow(by - 1, x + 1); }

int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	long long c = grow(a, b);
	if (a >= 50 && b >= 25 && c < 75)
		reach_error();
	return 0;
}
