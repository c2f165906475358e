// Recursion by tail calls: of one function, of two, with arguments that change places, without a result, with
// objects on the stack, and calls that only look like it.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned count, shared;
unsigned sum(unsigned n, unsigned m) { return n == 0 ? m : sum(n - 1, m + 1); }
unsigned gcd(unsigned a, unsigned b) { if (b == 0) return a; return gcd(b, a % b); }
int odd(int n);
int even(int n) { if (n == 0) return 1; count++; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
void step(unsigned n) { if (n == 0) return; shared = n; if (shared != n) reach_error(); step(n - 1); }
unsigned twice(unsigned n) { return n == 0 ? 0 : 2 + twice(n - 1); }
unsigned on_stack(unsigned n, unsigned *last) {
	unsigned here = n;
	if (n == 0) return *last;
	return on_stack(n - 1, &here);
}
unsigned fresh(unsigned n) { unsigned x = 0; if (n & 1) x = 5; if (n < 2) return x; return fresh(n - 1); }
char narrow(int n) { if (n < 300) return narrow(n + 100); return n; }
int wide(int n) { if (n < 3) return narrow(n); return n; }
void *other(void *arg) { shared = 9; return 0; }
int main(void) {
	pthread_t t;
	unsigned n = __VERIFIER_nondet_int() & 3;
	if (sum(n, 2) != n + 2) reach_error(); // never
	if (sum(n, 2) == 4) reach_error();
	if (gcd(12, 18) != 6) reach_error(); // never
	if (even(n) == (n & 1)) reach_error(); // never
	if (count == 2) reach_error();
	if (twice(n) != 2 * n) reach_error(); // never
	if (on_stack(n, &n) != (n ? 1 : 0)) reach_error(); // never
	if (fresh(n) != (n ? 5 : 0)) reach_error(); // never
	if (wide(1) != (char)301) reach_error(); // never
	pthread_create(&t, 0, other, 0);
	step(2);
	return 0;
}
