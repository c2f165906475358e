#include <stdio.h>
struct a { int x : 3; unsigned y : 5; int z : 1; unsigned w : 23; };
struct b { char c; int x : 7; short s; unsigned long long l : 40; int tail; };
struct c { unsigned a : 1, : 3, b : 2; int : 0; int c : 12; unsigned char d : 8; };
union u { struct a s; unsigned raw; };
struct n { struct a in[2]; unsigned k : 31; _Bool f : 1; };
enum e { E0, E1, E2, E3 };
struct g { enum e e : 3; signed char sc : 4; unsigned short us : 9; };
static struct a ga = { 3, 17, -1, 0x12345 };
static struct b gb = { 'q', -5, 77, 0xabcdef1234ULL, -9 };
int main(void)
{
	union u u = { .raw = 0 };
	struct b b = { 1, 2, 3, 4, 5 };
	struct c c = { 1, 2, -3, 200 };
	struct n n = { { { 1, 2, 0, 3 }, { -4, 5, -1, 6 } }, 0x7fffffff, 1 };
	struct g g;
	int i;
	u.s.x = -2;
	u.s.y = 31;
	u.s.z = 1;
	u.s.w = 0x7fffff;
	printf("%d %u %d %u %x\n", u.s.x, u.s.y, u.s.z, u.s.w, u.raw);
	u.raw = 0xdeadbeef;
	printf("%d %u %d %u\n", u.s.x, u.s.y, u.s.z, u.s.w);
	printf("%d %u %d %u\n", ga.x, ga.y, ga.z, ga.w);
	printf("%d %d %d %llx %d\n", gb.c, gb.x, gb.s, (unsigned long long)gb.l, gb.tail);
	b.x += 100;
	b.l <<= 4;
	b.l -= 1;
	b.s = b.x * b.x;
	printf("%d %d %d %llx %d\n", b.c, b.x, b.s, (unsigned long long)b.l, b.tail);
	printf("%u %u %d %u\n", c.a, c.b, c.c, c.d);
	c.c++;
	c.d += 60;
	--c.b;
	printf("%u %u %d %u %d\n", c.a, c.b, c.c, c.d, 0);
	for (i = 0; i < 2; i++)
		printf("%d %u %d %u;", n.in[i].x, n.in[i].y, n.in[i].z, n.in[i].w);
	printf("%u %d\n", n.k, n.f);
	n.f = 2;
	n.k++;
	printf("%u %d\n", n.k, n.f);
	g.e = E3;
	g.sc = 7;
	g.sc++;
	g.us = 600;
	printf("%d %d %d\n", g.e, g.sc, g.us);
	printf("%d\n", (g.sc = 5) + (g.us = 1023));
	printf("%d %d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct c), (int)sizeof(struct n));
	printf("%d\n", u.s.y - 40 < 0);
	printf("%d\n", u.s.w - 0x7fffffff < 0);
	printf("%d\n", n.k > -1);
	return u.s.y;
}
