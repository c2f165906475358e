// Two cursors from both ends meet.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int n = __VERIFIER_nondet_int();
	if (n < 1 || n > 100000)
		return 0;
	int low = 0, high = n;
	while (low < high) {
		if (__VERIFIER_nondet_int())
			low++;
		else
			high--;
	}
	if (low != high)
		reach_error();
	return 0;
}
