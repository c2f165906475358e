// Chains of assignments that read each other's old values, unions, narrow types.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
union word { unsigned u; unsigned char b[4]; } w;
int main(void) {
	int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
	int a0 = a, b0 = b, t;
	t = a; a = b; b = t;
	a = a + b; b = a - b; a = a - b;
	if (a != a0 || b != b0) reach_error(); // never
	a = a + 1; b = a; a = b + a;
	if (a == 2 && b == 1) reach_error();
	unsigned char c = __VERIFIER_nondet_uchar();
	w.u = c;
	w.b[1] = 1;
	if (w.u != 256u + c) reach_error(); // never
	for (int i = 0; i < 3; i++) { int old = c; c = old + 1; if (c < old) reach_error(); }
	return 0;
}
