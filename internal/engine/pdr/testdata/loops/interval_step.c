// A step of three cannot miss the bound by more than two.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned i = 0;
	while (i < 10000000)
		i += 3;
	if (i > 10000002)
		reach_error();
	return 0;
}
