// What the first loop gives the second one takes.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned n = __VERIFIER_nondet_uint(), s = 0, i, j;
	for (i = 0; i < n; i++)
		s += 4;
	for (j = 0; j < n; j++)
		s -= 4;
	if (s != 0)
		reach_error();
	return 0;
}
