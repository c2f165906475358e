#include <stdio.h>
#include <string.h>
static void show(int r, int a, unsigned b, const char *t, int n) { printf("%d: %d %u [%s] %d\n", r, a, b, t, n); }
int main(void)
{
	int a = -7, n = -9, r; unsigned b = 99; char t[16] = "none", c = '?'; long l = 3; short h = 4; double d = 0.5; float f = 1.5f; unsigned char hh = 1;
	r = sscanf("12:34", "%d:%n", &a, &n); show(r, a, b, t, n);
	r = sscanf("  -5 + abc def", "%d + %s", &a, t); show(r, a, b, t, n);
	r = sscanf("", "%d", &a); show(r, a, b, t, n);
	r = sscanf("   ", " %d", &a); show(r, a, b, t, n);
	r = sscanf("x", "%d", &a); show(r, a, b, t, n);
	r = sscanf("7 x", "%d %d", &a, &n); show(r, a, b, t, n);
	r = sscanf("7 ", "%d %d", &a, &n); show(r, a, b, t, n);
	r = sscanf("0x1f 017 22", "%i%i%i", &a, &n, (int *)&b); show(r, a, b, t, n);
	r = sscanf("ff", "%x", &b); show(r, a, b, t, n);
	r = sscanf("0xFFzz", "%4x%s", &b, t); show(r, a, b, t, n);
	r = sscanf("123456", "%3d%2d", &a, &n); show(r, a, b, t, n);
	r = sscanf("+9", "%u", &b); show(r, a, b, t, n);
	r = sscanf("-3", "%u", &b); show(r, a, b, t, n);
	r = sscanf("name=value", "%[^=]=%5s", t, t + 8); show(r, a, b, t, n); printf("%s\n", t + 8);
	r = sscanf("50%", "%d%%%n", &a, &n); show(r, a, b, t, n);
	r = sscanf("50", "%d%%%n", &a, &n); show(r, a, b, t, n);
	r = sscanf("Q", "%c", &c); printf("%d %c\n", r, c);
	r = sscanf(" Q", "%c", &c); printf("%d [%c]\n", r, c);
	r = sscanf(" Q", " %c%c", &c, t); printf("%d [%c]\n", r, c);
	r = sscanf("99999 70 -300", "%ld %hd %hhd", &l, &h, (signed char *)&hh); printf("%d %ld %d\n", r, l, h);
	r = sscanf("2.5 -1e2 .5x", "%lf %f%lf", &d, &f, &d); printf("%d %d %d\n", r, (int)f, d == 0.5);
	r = sscanf("-", "%d", &a); show(r, a, b, t, n);
	r = sscanf("+-1", "%d", &a); show(r, a, b, t, n);
	r = sscanf("09", "%i", &a); show(r, a, b, t, n);
	r = sscanf("abc", "%[0-9]", t); show(r, a, b, t, n);
	r = sscanf("abc12", "%[a-z]%d", t, &a); show(r, a, b, t, n);
	r = sscanf("key 1", "key%d", &a); show(r, a, b, t, n);
	r = sscanf("kex 1", "key%d", &a); show(r, a, b, t, n);
	r = sscanf("ke", "key%d", &a); show(r, a, b, t, n);
	return 0;
}
