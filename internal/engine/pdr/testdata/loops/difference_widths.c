// A wide counter runs beside a narrow one.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
	int from = __VERIFIER_nondet_int(), i = from;
	long long sum = 0;
	if (from < 0 || from > 1000)
		return 0;
	while (__VERIFIER_nondet_int() && i < 2000000) {
		i++;
		sum += 3;
	}
	if (sum != 3 * (long long)(i - from))
		reach_error();
	return 0;
}
