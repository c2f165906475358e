#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* memset and memcpy write the padding that memcmp reads. */

struct pair { char c; int i; };
struct other { int a, b; };
struct wide { struct pair p[40]; char end; };

int main(void)
{
	struct pair x, y, *m = malloc(sizeof *m);
	struct wide v, w;
	struct other o = { 0x01020304, 5 }, back;
	memset(&x, 0, sizeof x);
	memset(&y, 0, sizeof y);
	x.c = y.c = 1;
	x.i = y.i = 2;
	printf("%d\n", memcmp(&x, &y, sizeof x));
	memcpy(m, &x, sizeof x);
	printf("%d\n", memcmp(m, &x, sizeof x));
	memset(&v, 0, sizeof v);
	memset(&w, 0, sizeof w);
	v.p[3].c = w.p[3].c = 7;
	printf("%d\n", memcmp(&v, &w, sizeof v));
	memcpy(&x, &o, sizeof o);
	memcpy(&back, &x, sizeof x);
	printf("%x %d\n", back.a, back.b);
	return 0;
}
