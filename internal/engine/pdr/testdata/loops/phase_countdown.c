// Up to the middle and then down.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int x = 0, down = 0;
	while (__VERIFIER_nondet_int()) {
		if (!down) {
			if (x < 100)
				x++;
			else
				down = 1;
		} else if (x > 0)
			x--;
	}
	if (x < 0 || x > 100)
		reach_error();
	return 0;
}
