// An input that is not used in one of two calls of the same function.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int pick(void) { return __VERIFIER_nondet_int(); }
static int dead(int n) { int waste = n * 2; waste++; return n; }
int main(void) {
	int keep;
	pick();
	keep = pick();
	dead(keep);
	if (keep == 1) reach_error();
	if (keep == 1 && keep == 2) reach_error(); // never
	return 0;
}
