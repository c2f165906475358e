// only LP64
#include <stdio.h>
typedef __int128 i128;
typedef unsigned __int128 u128;
static i128 g = -5;
static void p(u128 x) { printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x); }
static u128 fac(unsigned n) { return n ? n * fac(n - 1) : 1; }
int main(void)
{
	i128 a = g * 3, b = (i128)1 << 100;
	u128 c = ~(u128)0, arr[2] = { 1, c / 7 };
	struct { char t; i128 v; } s = { 1, -1 };
	p(a); p(b); p(c); p(arr[1]); p(fac(30)); p(c % 1000000007); p(b / -3); p(a >> 2); p((u128)a >> 120); p(c * c);
	p(s.v + (int)sizeof s); p((unsigned char)c); p(-1LL); p(-1LL + (u128)1); p(a < b); p(a < (u128)1); p(!c); p((long)b);
	s.v <<= 77; p(s.v); s.v++; p(s.v--); arr[0] -= 2; p(arr[0]);
	return (int)(b >> 98);
}
