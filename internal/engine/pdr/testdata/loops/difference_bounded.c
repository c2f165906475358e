// Both run to the same end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int n = __VERIFIER_nondet_int(), x = 0, y = 0;
	while (x < n) {
		x++;
		y++;
	}
	if (n > 0 && y != n)
		reach_error();
	return 0;
}
