extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
static void open(void) { __VERIFIER_atomic_begin(); } // want unsupported: a return inside of an atomic section
static void shut(void) { __VERIFIER_atomic_end(); } // want unsupported: the end of an atomic section that does not begin in the same function
static int maybe(int c)
{
	if (c)
		__VERIFIER_atomic_begin(); // want unsupported: an atomic section that is open on one way to this place and not on another
	x++;
	return c;
}
static int fine(int c)
{
	__VERIFIER_atomic_begin();
	while (x > c) {
		if (x == 3) {
			__VERIFIER_atomic_end();
			return 1;
		}
		x--;
	}
	__VERIFIER_atomic_end();
	return 0;
}
int main(void)
{
	open();
	shut();
	return maybe(x) + fine(x);
}
