#include <stdio.h>
#include <stddef.h>
struct p { int x, y; };
struct r { struct p a, b; char name[5]; long l; };
struct big { int v[40]; struct p p; };
struct empty {};
struct list { int v; struct list *next; };
struct p mk(int x, int y) { struct p p; p.x = x; p.y = y; return p; }
struct p add(struct p a, struct p b) { a.x += b.x; a.y += b.y; return a; }
struct r wrap(struct p a, int n) { struct r r = { a, { n, n + 1 }, "abcd", n }; return r; }
struct big fill(int k) { struct big b = { { 0 } }; int i; for (i = 0; i < 40; i++) b.v[i] = i * k; b.p = mk(k, -k); return b; }
int sum(struct big b) { int i, s = b.p.x + 2 * b.p.y; for (i = 0; i < 40; i++) s += b.v[i]; b.v[0] = 99; return s; }
static int depth(struct list *l) { return l ? 1 + depth(l->next) : 0; }
int main(void)
{
	struct p a = mk(1, 2), b = { .y = 5 }, *q = &a;
	struct r r = wrap(add(a, b), 7), s;
	struct big g = fill(3), h;
	struct list l3 = { 3, 0 }, l2 = { 2, &l3 }, l1 = { 1, &l2 };
	struct p arr[4] = { { 1, 2 }, [2] = { 5, 6 }, { 7 } };
	struct { int t; union { int i; char c[4]; }; struct { short lo, hi; }; } anon = { 1, { 0x41424344 }, { 3, 4 } };
	printf("%d %d %d %d\n", a.x, q->y, b.x, (*(&b)).y);
	printf("%d %d %d %d %s %ld\n", r.a.x, r.a.y, r.b.x, r.b.y, r.name, r.l);
	s = r;
	s.a = s.b;
	s.name[1] = 'Z';
	printf("%d %d %s %s\n", s.a.x, r.a.x, s.name, r.name);
	h = g;
	h.v[3] = 1;
	printf("%d %d %d\n", sum(g), sum(h), sum(fill(1)));
	printf("%d %d\n", g.v[0], depth(&l1));
	printf("%d %d %d %d\n", arr[1].x, arr[2].y, arr[3].x, arr[3].y);
	arr[1] = arr[2];
	arr[1].x = add(arr[1], mk(10, 20)).x;
	printf("%d %d %d\n", arr[1].x, arr[1].y, mk(3, 4).y);
	printf("%d %c %c %d %d\n", anon.t, anon.c[0], anon.c[3], anon.lo, anon.hi);
	printf("%d %d %d %d\n", (int)offsetof(struct r, b), (int)offsetof(struct r, name), (int)offsetof(struct r, l), (int)offsetof(struct r, b.y));
	printf("%d %d\n", (int)sizeof(struct r), (int)sizeof(struct empty));
	*q = (struct p){ 8, 9 };
	q = &(struct p){ .y = 4 };
	printf("%d %d %d %d\n", a.x, a.y, q->x, q->y);
	printf("%d\n", (a.x > 5 ? a : b).y);
	{
		struct p t = (a = b, b);
		printf("%d %d\n", t.x, t.y);
	}
	return 0;
}
