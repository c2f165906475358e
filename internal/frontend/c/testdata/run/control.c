#include <stdio.h>
static int calls;
static int t(int v) { calls++; return v; }
static int sw(int x)
{
	int r = 0;
	switch (x) {
	case 1: r += 1;
	case 2: r += 2; break;
	case 3 ... 6: r = 36; break;
	case -1: { r = -1; break; }
	default: r = 100;
	case 8: r++; break;
	}
	return r;
}
static int duff(int n)
{
	int k = (n + 3) / 4, c = 0;
	switch (n % 4) {
	case 0: do { c++;
	case 3: c++;
	case 2: c++;
	case 1: c++;
	} while (--k > 0);
	}
	return c;
}
static int go(int n)
{
	int s = 0;
again:
	s += n;
	if (--n > 0) goto again;
	{ goto in; }
	s = 1000;
in:
	return s;
}
static int computed(int n)
{
	static void *tab[] = { &&a, &&b, &&c };
	int r = 0;
	goto *tab[n % 3];
a:	r += 1;
b:	r += 10;
	if (r < 50) goto *(&&b);
c:	return r + 100;
}
int main(void)
{
	int i, j, k;
	for (i = -2; i < 10; i++) printf("%d ", sw(i));
	printf("\n");
	for (i = 1; i < 9; i++) printf("%d ", duff(i));
	printf("%d %d %d %d\n", go(5), computed(0), computed(1), computed(2));
	if (t(0) && t(1)) printf("no\n");
	if (t(1) || t(1)) printf("yes %d\n", calls);
	k = t(1) ? t(2) : t(3);
	printf("%d %d\n", k, calls);
	k = (t(1), t(5));
	printf("%d %d\n", k, !t(0) && (t(2) || t(0)));
	for (i = 0, j = 10; i < j; i++, j--) { if (i == 2) continue; if (i == 4) break; printf("%d,%d ", i, j); }
	printf("%d %d\n", i, j);
	i = 0;
	while (1) { if (i++ > 5) break; else continue; }
	do { i--; } while (i > 3);
	printf("%d\n", i);
	for (;;) { for (;;) { if (i) goto out; } }
out:
	printf("%d\n", ({ int z = i; z += 4; z * 2; }));
	printf("%d\n", i ?: 7);
	i = 0;
	printf("%d %d\n", i ?: 7, calls);
	switch (i) { int q; case 0: q = 4; printf("%d\n", q); }
	switch ((unsigned char)300) { case 44: printf("ok\n"); }
	switch (1LL << 40) { case 0: printf("bad\n"); break; case 1LL << 40: printf("good\n"); }
	return 0;
}
