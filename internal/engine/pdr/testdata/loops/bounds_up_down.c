// Counted up, then down as far.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int n = __VERIFIER_nondet_int(), up = 0;
	while (up < n)
		up++;
	int down = up;
	while (down > 0)
		down--;
	if (n > 0 && (down != 0 || up != n))
		reach_error();
	return 0;
}
