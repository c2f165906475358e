// Two counters step together.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	unsigned x = 0, y = 10;
	while (__VERIFIER_nondet_int()) {
		x++;
		y++;
	}
	if (y - x != 10)
		reach_error();
	return 0;
}
