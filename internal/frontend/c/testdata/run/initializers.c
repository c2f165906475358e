#include <stdio.h>
struct in { int a, b[3]; };
struct out { struct in x; struct in y[2]; int z; };
static struct out o1 = { 1, 2, 3, 4, { { 5, { 6, 7 } }, 8, 9 }, 10 };
static struct out o2 = { .y[1].b[2] = 3, .x = { .b = { [1] = 4 } }, .z = 5 };
static struct out o3 = { { 1, { 2, 3, 4 } }, { { 5 }, { .a = 6, .b = { 7, 8, 9 } } }, .x.a = 42 };
static int r[] = { [3] = 1, 2, [0] = 5, [6 ... 8] = 9 };
static char s[][4] = { "ab", "cde", { 'x', 'y' } };
static char *t[2][2] = { { "p", "q" }, "r", "s" };
static int *ptr = &o1.y[1].a, **pp = &ptr;
static long addr = (long)&r[2] - (long)&r[0];
static const double dd = 2.5;
struct flex { int n; int v[]; };
static struct flex fx = { 3, { 7, 8, 9 } };
static struct { unsigned f : 3; union { int i; char c; } u; } bu[2] = { { 9 & 7, { .c = 'k' } }, { 5, { 66 } } };
static int (*fp[])(const char *) = { puts, 0 };
static void show(struct out *o)
{
	int i;
	printf("%d %d %d %d |", o->x.a, o->x.b[0], o->x.b[1], o->x.b[2]);
	for (i = 0; i < 2; i++) printf(" %d %d %d %d |", o->y[i].a, o->y[i].b[0], o->y[i].b[1], o->y[i].b[2]);
	printf(" %d\n", o->z);
}
int main(void)
{
	struct out l1 = { 1, 2, 3, 4, { { 5, { 6, 7 } }, 8, 9 }, 10 };
	struct out l2 = { .y[1].b[2] = 3, .x = { .b = { [1] = 4 } }, .z = 5 };
	struct in k = { 9, { 8 } };
	struct out l3 = { k, { k, [1].b[1] = 3 } };
	int m[2][3] = { 1, 2, 3, 4 }, e[5] = { 0 }, z = { 3 };
	char c[5] = { "hi" }, d[] = { 'a', 'b', 0 };
	static int counter = 5;
	int big[300] = { 1, [299] = 2 };
	unsigned i;
	show(&o1); show(&o2); show(&o3); show(&l1); show(&l2); show(&l3);
	for (i = 0; i < sizeof r / sizeof *r; i++) printf("%d ", r[i]);
	printf("%s %s %c %d %s%s%s%s\n", s[0], "cde", s[2][1], (int)sizeof s, t[0][0], t[0][1], t[1][0], t[1][1]);
	printf("%d %d %ld\n", *ptr, **pp, addr);
	printf("%d %d %d\n", fx.n, fx.v[2], bu[1].u.i + bu[0].f + bu[1].f);
	printf("%d %d %d %d %d %s %s\n", m[0][2], m[1][0], m[1][2], e[4], z, c, d);
	printf("%d %d %d\n", big[0], big[150], big[299]);
	counter++;
	printf("%d %d\n", counter, fp[1] == 0);
	for (i = 0; i < 3; i++) { struct in q = { .b[1] = i }; q.a++; printf("%d%d ", q.a, q.b[1]); }
	printf("\n");
	return 0;
}
