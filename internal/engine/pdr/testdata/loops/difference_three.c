// Three counters, of which two are compared in the end.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 4, y = 2, z = 0;
	while (__VERIFIER_nondet_int()) {
		x += 3;
		y += 3;
		z++;
	}
	if (x != y + 2)
		reach_error();
	return 0;
}
