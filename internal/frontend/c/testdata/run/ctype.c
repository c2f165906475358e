#include <stdio.h>
extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_tolower_loc(void);
extern const int **__ctype_toupper_loc(void);
int main(void)
{
	int c;
	for (c = 0; c < 128; c++)
		printf("%d:%x,%d,%d ", c, (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c], (*__ctype_toupper_loc())[c]);
	printf("%x %x\n", (*__ctype_b_loc())[-1], (*__ctype_b_loc())[200]);
	return 0;
}
