#include <stdio.h>
#include <string.h>
union v { long long ll; int i[2]; short s[4]; unsigned char c[8]; struct { char a; int b; } st; };
union w { char c; short s; int i; };
static union v gv = { 0x0102030405060708LL };
static union v gw = { .s = { 1, 2, 3 } };
union v conv(union v x) { x.c[7] ^= 0x80; return x; }
int main(void)
{
	union v v, w;
	union w x;
	int i;
	v.ll = -2;
	printf("%d %d %d %d\n", v.i[0], v.i[1], v.s[3], v.c[0]);
	v.c[1] = 0x12;
	printf("%llx\n", v.ll);
	for (i = 0; i < 8; i++) printf("%d ", gv.c[i]);
	printf("\n%llx\n", gw.ll);
	w = conv(gv);
	printf("%llx %llx\n", w.ll, gv.ll);
	memset(&x, 0, sizeof x);
	x.c = -1;
	printf("%d %d\n", x.s, x.i);
	x.i = 0x12345678;
	x.s += 0x1111;
	printf("%x\n", x.i);
	v.st.a = 5;
	v.st.b = -7;
	printf("%d %d\n", v.c[0], v.i[1]);
	printf("%d %d\n", (int)sizeof(union v), (int)sizeof(union w));
	return 0;
}
