#include <stdio.h>
static int x = 1, y = 2;
static const int *p = &x;
static const int *arr[2] = { &x, &y };
static const int *const *pp = &arr[1];
static int *const cp = &x;
static const char *names[][2] = { { "a", "b" }, { "c" } };
static struct { const int *q; const int k; } s = { &y, 3 };
static const int table[2][2] = { { 1, 2 }, { 3, 4 } };
typedef const int cint;
static cint ci = 9;
static const int *f(void) { static const int *last; last = last ? last + 1 : table[0]; return last; }
int main(void)
{
	const int k = 4; const int *l = &k;
	p = &y; arr[0] = arr[1]; arr[1] = &ci; *cp = 7; names[1][1] = names[0][0]; s.q = &x; l++; l--;
	printf("%d %d %d %d %s %d %d %d\n", *p, *arr[0], **pp, x, names[1][1], *s.q, *l, ci);
	f(); f();
	printf("%d %d\n", *f(), table[1][1]);
	return 0;
}
