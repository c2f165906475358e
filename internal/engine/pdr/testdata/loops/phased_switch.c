// From a point on another counter goes on.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
	int x = 0, y = 50;
	while (x < 100) {
		x++;
		if (x > 50)
			y++;
	}
	if (y != 100)
		reach_error();
	return 0;
}
