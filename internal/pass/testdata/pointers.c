// Function pointers, a choice by an input, recursion.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(int n) { return 2 * n; }
static int same(int n) { return n; }
static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
typedef int (*fun)(int);
fun table[3] = {twice, same, sum};
int main(void) {
	int i = __VERIFIER_nondet_int();
	if (i < 0 || i > 2) return 0;
	int r = table[i](2);
	if (r == 4 && i != 0) reach_error(); // never
	if (r == 3) reach_error();
	if (r == 2 && i == 2) reach_error(); // never
	return 0;
}
