// A counter ends exactly at its bound.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int i = 0;
	while (i < 1000000)
		i++;
	if (i != 1000000)
		reach_error();
	return 0;
}
