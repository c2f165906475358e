#include <stdio.h>
#include <limits.h>
#include <stdint.h>
typedef unsigned char byte;
enum color { RED, GREEN = 5, BLUE, NEG = -3 };
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int old(a, b) int a; char b; { return a * 10 + b; }
int tentative;
int tentative = 4;
extern int later;
static int even(int n);
static int odd(int n) { return n ? even(n - 1) : 0; }
static int even(int n) { return n ? odd(n - 1) : 1; }
#define TYPE(x) _Generic((x), int: 1, unsigned: 2, long: 3, char *: 4, const char *: 6, default: 5)
static inline int sq(int x) { return x * x; }
static int id(void) { static int n; return ++n; }
static void out(int *p) { *p = 77; }
static unsigned rot(unsigned x, int k) { return x << k | x >> (32 - k); }
int main(void)
{
	enum color c = BLUE;
	__typeof__(c) d = NEG;
	byte x = 250;
	int a = 3, b = 4, v;
	unsigned u = UINT_MAX;
	const int k = 9;
	volatile int vol = 1;
	printf("%d %d %d\n", c, d, GREEN + 1);
	printf("%d %d %d\n", fib(12), old(4, 2), tentative + later);
	printf("%d %d\n", even(10), odd(7));
	printf("%d %d %d %d %d\n", TYPE(1), TYPE(1u), TYPE(1L), TYPE("x"), TYPE(1.0f));
	x += 10;
	v = x++; ++x; printf("%d %d\n", x, v);
	v = a++ * 2; --b; printf("%d %d %d\n", v, a, b);
	a ^= b; b ^= a; a ^= b;
	printf("%d %d\n", a, b);
	printf("%u %u\n", u + 2, rot(0x80000001u, 4));
	printf("%d %d %d\n", id(), sq(k), vol + 3);
	out(&v);
	printf("%d %d\n", v, id());
	printf("%d %d\n", INT_MAX + 1 == INT_MIN, (a = b = 7, a + b));
	printf("%zu %zu %zu\n", sizeof(enum color), _Alignof(short), __alignof__(int));
	printf("%d\n", a > 3 ? b > 3 ? 1 : 2 : 3);
	printf("%d %d\n", __builtin_popcount(0xf0f0), __builtin_clz(1) + __builtin_ctz(8));
	printf("%x %llx\n", __builtin_bswap32(0x12345678), (unsigned long long)__builtin_bswap64(0x1122334455667788ull));
	{ int r, o = __builtin_add_overflow(INT_MAX, 1, &r); printf("%d %d\n", o, r); }
	{ unsigned char r; int o = __builtin_mul_overflow(20, 20, &r); printf("%d %d\n", o, r); }
	printf("%d\n", __builtin_expect(a == 7, 1) ? 5 : 6);
	printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p(a));
	printf("%5d|%-5d|%05d|%x|%X|%o|%c|%s|%%|%lld|%hhd|%hd\n", 42, 42, 42, 255, 255, 8, 'c', "str", -5LL, (signed char)200, (short)70000);
	puts("done");
	putchar('!'); putchar('\n');
	return 0;
}
int later = 38;
