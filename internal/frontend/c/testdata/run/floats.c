/* Arithmetic, comparisons and conversions of float and double; the hash is over the bits of all results. */
#include <stdio.h>
#include <string.h>
static double v[] = {0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 0.1, 1e300, -1e300, 1e-300, 5e-324, -5e-324,
	2.2250738585072014e-308, 1.7976931348623157e308, 3.14159, 4503599627370497.5, 9007199254740993.0, -3e9};
#define N (int)(sizeof v / sizeof *v)
static unsigned h = 1;
static void mix(unsigned long long n) { for (int i = 0; i < 8; i++) h = h * 31 + (unsigned)(n >> (8 * i) & 255); }
static void d(double x) { unsigned long long n; if (x != x) n = 7; else memcpy(&n, &x, 8); mix(n); }
static void f(float x) { unsigned n; if (x != x) n = 7; else memcpy(&n, &x, 4); mix(n); }
int main(void)
{
	for (int i = 0; i < N; i++) {
		double x = v[i];
		float y = (float)x;
		d(y), d(-x), f(-y), mix(!x), mix(x ? 3 : 4), d(x * 0.1f), f(y + 0.1f);
		x++, y--, d(x), f(y), x /= 3, y *= 1.1, d(x), f(y);
		if (v[i] < 2e9 && v[i] > -2e9)
			mix((int)v[i]), mix((long)v[i]), mix((short)(int)v[i]), mix((_Bool)v[i]);
		printf("%d %x\n", i, h);
	}
	if (sizeof(long) < 8)
		return 0; /* gcc computes with more bits there */
	for (int i = 0; i < N; i++)
		for (int j = i % 3; j < N; j += 3) {
			double x = v[i], y = v[j];
			float a = (float)x, b = (float)y;
			d(x + y), d(x - y), d(x * y), d(x / y), f(a + b), f(a - b), f(a * b), f(a / b);
			mix(x < y), mix(x <= y), mix(x == y), mix(x != y), mix(x > y), mix(x >= y), mix(a < b), mix(a == b);
		}
	printf("%x\n", h);
	long long k[] = {0, 1, -1, 16777217, -16777219, 9007199254740993, -9007199254740995, 0x7fffffffffffffff};
	for (int i = 0; i < 8; i++) {
		d(k[i]), f(k[i]), d((unsigned long long)k[i]), f((unsigned long long)k[i]), d((unsigned)k[i]);
		f((short)k[i]), d((_Bool)k[i]), mix((unsigned long long)(double)(k[i] & 0xffffffffffff));
	}
	printf("%x\n", h);
	typedef float four __attribute__((vector_size(16)));
	four p = {1, 2, 3, 4}, q = -p / (p + 1.5f);
	f(q[0]), f(q[3]);
	printf("%x\n", h);
}
