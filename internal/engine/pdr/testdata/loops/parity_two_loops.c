// Parity is kept by a second loop that goes back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 0, n = __VERIFIER_nondet_uint();
	for (unsigned i = 0; i < n; i++)
		x += 6;
	while (x > 100)
		x -= 4;
	if (x & 1)
		reach_error();
	return 0;
}
