// What is taken never exceeds what was given.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned given = 0, taken = 0;
	while (given < 1000000) {
		if (__VERIFIER_nondet_int())
			given++;
		else if (taken < given)
			taken++;
	}
	if (taken > given)
		reach_error();
	return 0;
}
