#include <stdio.h>
static int x;
static void second(void) __attribute__((constructor(200)));
static void first(void) __attribute__((constructor(101)));
static void second(void) { x = x * 2; }
static void first(void) { x = 3; }
__attribute__((constructor)) void third(int argc, char **argv) { x += argc > 0; }
__attribute__((__constructor__)) static void fourth(void) { x *= 10; }
int main(void)
{
	printf("%d\n", x);
	return x;
}
