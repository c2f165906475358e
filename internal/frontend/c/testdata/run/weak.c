#include <stdio.h>
extern int missing(int) __attribute__((weak));
extern int gone __attribute__((weak));
int present(int) __attribute__((weak));
int present(int x) { return x + 1; }
extern int object __attribute__((weak));
int object = 3;
int (*table[])(int) = { present, missing };
int *place = &gone;
int main(void)
{
	printf("%d %d %d %d\n", missing != 0, &gone != 0, present != 0, &object != 0);
	printf("%d %d %d\n", table[0] != 0, table[1] != 0, place != 0);
	if (missing)
		return missing(1);
	if (!&gone)
		printf("%d %d\n", present(4), object);
	return 0;
}
