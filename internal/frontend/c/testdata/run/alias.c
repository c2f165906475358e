#include <stdio.h>
static int real(int x) { return x * 2; }
int other(int x) __attribute__((alias("real")));
extern int third(int) __attribute__((weak, alias("other")));
int object = 5;
extern int name __attribute__((alias("object")));
typedef int F(int);
F fourth;
int fourth(int x) { return x + 1; }
int main(void)
{
	F *f = other;
	name++;
	printf("%d %d %d %d\n", other(4), f(5), object, third(fourth(1)));
	return 0;
}
