// Recursion by a tail call moves one number to another.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned move(unsigned from, unsigned to) {
	if (from == 0)
		return to;
	return move(from - 1, to + 1);
}

int main(void) {
	unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
	if (move(x, y) != x + y)
		reach_error();
	return 0;
}
