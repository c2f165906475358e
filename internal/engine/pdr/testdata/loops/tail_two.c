// Two functions call each other by tail calls and agree about what is left.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned black(unsigned n);
static unsigned white(unsigned n) { return n < 2 ? n : black(n - 1); }
static unsigned black(unsigned n) { return n < 2 ? 1 - n : white(n - 1); }

int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	if (white(n) != n % 2)
		reach_error();
	return 0;
}
