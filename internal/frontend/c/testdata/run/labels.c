#include <stdio.h>
static int x = 1;
int real(int y) { x += y; return x; }
extern int other(int) __asm__("" "real");
extern int third(int) __asm("re" "al");
int object = 5;
extern int name asm("object");
int main(void)
{
	name++;
	printf("%d %d\n", other(2), object);
	third(3);
	printf("%d\n", x);
	return 0;
}
