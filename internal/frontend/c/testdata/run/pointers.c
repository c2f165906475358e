#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int g[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static int m[3][4] = { { 1, 2, 3, 4 }, { 5, 6 }, [2][3] = 12 };
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*ops[2])(int, int) = { add, &sub };
static const char *names[] = { "zero", "one", "two", 0 };
typedef int (*op)(int, int);
static op pick(int i) { return ops[i]; }
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
static int total(int a[4], int n) { int s = 0; while (n--) s += *a++; return s; }
static int apply(int (*f)(int, int), int x) { return f(x, 3) + (*f)(x, 4) + (**f)(x, 5); }
int main(void)
{
	int *p = g + 3, *q = &g[8], **pp = &p, i;
	char buf[16], *s = buf;
	void *v = p;
	int (*row)[4] = m;
	printf("%d %d %d %d\n", *p, p[2], p[-1], 2[p]);
	printf("%d %d %d\n", (int)(q - p), p < q, p == *pp);
	*p++ = 40; ++*p; (*pp)++;
	printf("%d %d %d %d\n", g[3], g[4], *p, (int)(p - g));
	swap(&g[0], g + 9);
	printf("%d %d\n", g[0], g[9]);
	printf("%d %d %d\n", m[1][1], (*row)[2], row[2][3]);
	row++;
	printf("%d %d %d\n", **row, *(*row + 1), (int)sizeof *row);
	printf("%d %d\n", total(m[0], 4), total(*row, 2));
	printf("%d %d %d %d\n", ops[0](5, 6), (*ops[1])(5, 6), pick(1)(1, 2), apply(add, 1) + apply(&sub, 1));
	for (i = 0; names[i]; i++) printf("%s%c", names[i], i == 2 ? '\n' : ' ');
	while (i < 10) *s++ = 'a' + i++;
	*s = 0;
	printf("%s %d\n", buf, (int)(s - buf));
	printf("%d %d\n", *(int *)v, ((char *)g)[4]);
	p = 0;
	printf("%d %d\n", !p, p == NULL);
	printf("%d\n", (int)((char *)&g[2] - (char *)&g[0]));
	printf("%d\n", *(short *)((char *)g + 4));
	{
		const char *lit = "hello" " world";
		char arr[] = "abc", arr2[10] = "xy", arr3[3] = "pqr";
		printf("%s %c %d %d %d %c\n", lit + 6, *lit, (int)sizeof arr, (int)sizeof "hello", arr2[5], arr3[2]);
		printf("%c%c\n", "0123"[2], *("abc" + 1));
		printf("%s\n", __func__);
	}
	return (int)(&g[7] - g);
}
