#include <stdio.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
struct v2 { int x, y; };
struct v5 { int a[5]; };
typedef struct v2 (*maker)(int, int);
static struct v2 mk(int x, int y) { return (struct v2){ x, y }; }
static struct v5 mk5(int k) { struct v5 r; for (int i = 0; i < 5; i++) r.a[i] = k << i; return r; }
static maker table[] = { mk };
static int arrparam(int a[10], char b[2][3]) { return (int)(sizeof a + sizeof b) + a[1] + b[1][2]; }
struct __attribute__((packed)) pk { char c; int i; short s; };
#pragma pack(push, 2)
struct p2 { char c; long long l; int i; };
#pragma pack(pop)
struct al { char c; _Alignas(16) int i; char d; };
struct nest { struct { union { struct { int p, q; }; long long pq; }; int r; }; struct v2 v[2]; };
static struct pk gp = { 1, 0x01020304, 5 };
static bool flag(void) { static bool b; return b = !b; }
static int shadow = 1;
static int rec(struct v2 v) { if (v.x == 0) return v.y; v.x--; v.y += v.x; return rec(v); }
static struct v2 swap(struct v2 v) { int t = v.x; v.x = v.y; v.y = t; return v; }
static int count(const char *s, ...) { return (int)strlen(s); }
static const struct { const char *name; int (*f)(struct v2); } ops[] = { { "rec", rec }, { 0 } };
int main(void)
{
	struct v2 a = table[0](3, 4), *pa = &a;
	maker m = mk;
	int arr[10] = { 1, 2 };
	char mat[2][3] = { "ab", { 'c', 'd', 'e' } };
	struct pk *p = &gp;
	struct p2 q = { 1, -2, 3 };
	struct al w = { 1, 2, 3 };
	struct nest n = { .p = 1, .q = 2, .r = 3, .v[1].y = 9 };
	printf("%d %d\n", a.x, (*m)(5, 6).y);
	printf("%d %d\n", mk5(3).a[4], swap(mk(1, 2)).x);
	printf("%d %d\n", swap(swap(*pa)).y, rec(mk(4, 1)));
	printf("%d\n", arrparam(arr, mat) - (int)(2 * sizeof(void *)));
	p->i += 2; p->s = -1;
	printf("%d %x %d %d %d\n", p->c, p->i, p->s, (int)sizeof *p, (int)offsetof(struct pk, s));
	q.l *= 3;
	printf("%d %lld %d %d\n", q.c, q.l, q.i, (int)sizeof q);
	printf("%d %d %d\n", (int)sizeof(struct al), (int)offsetof(struct al, d), w.i + w.d);
	printf("%d %d %d %d\n", n.p + n.q, n.r, n.v[1].y, (int)(n.pq >> 32));
	printf("%d %d %d\n", flag(), 0, 0);
	printf("%d\n", flag());
	{
		int shadow = 2;
		{ extern int later; int shadow = 3; printf("%d %d\n", shadow, later); }
		printf("%d\n", shadow);
	}
	printf("%d\n", shadow);
	printf("%d %d %d %d\n", "\x41\102\n\t\\\"\a\0z"[1], "\377"[0], '\x80', sizeof "a\0b");
	{
		const wchar_t *ws = L"w\t!z";
		printf("%d %d %d\n", (int)ws[1], (int)sizeof L"ab", ws[3]);
	}
	for (int i = 0; i < 3; i++) {
		struct v2 *l = &(struct v2){ i, i * i };
		int z[3] = { i };
		z[1] += l->y;
		printf("%d %d %d;", l->x, z[0] + z[1], z[2]);
	}
	printf("\n%s %d %d\n", ops[0].name, ops[0].f(mk(2, 2)), ops[1].name == 0);
	{
		int i = 3, *ip = &i;
		struct { int b : 4; bool f : 1; } s = { 7, true };
		int r = ({ int k = *ip; for (; k < 10; k++) if (k == 6) break; k; }) + ({ 5; });
		s.b++; s.f = s.b;
		printf("%d %d %d\n", r, s.b, s.f);
		*ip = (i = 4, i + 1);
		printf("%d\n", i > 4 ? (i++, i) : 0);
	}
	{
		int8_t i8 = INT8_MIN; uint64_t u = UINT64_MAX; intptr_t ip = (intptr_t)&a; ptrdiff_t d = &arr[7] - arr;
		struct v2 *back = (struct v2 *)ip;
		printf("%d %d %d %d\n", i8 - 1, u + 2 == 1, back->y, (int)d);
	}
	{
		struct v5 x = mk5(1), y = x, *ps[2] = { &x, &y };
		ps[1]->a[2] = 99;
		printf("%d %d %d\n", x.a[2], memcmp(&x, &y, sizeof x) != 0, ps[0]->a[4]);
		memcpy(ps[1], ps[0], sizeof **ps);
		printf("%d\n", y.a[2]);
		memset(&x, 0xff, sizeof x);
		printf("%d\n", x.a[1]);
	}
	printf("%d\n", count("abcd", a, 5));
	{
		goto inside;
		{ int k; inside: k = 7; printf("%d\n", k); }
	}
	switch (3) { case 1: { int z; case 3: z = 5; printf("%d\n", z); break; } default: printf("no\n"); }
	return 0;
}
int later = 12;
