#include <stdio.h>
int main(void)
{
	fprintf(stdout, "%d-%s\n", 3, "x");
	fprintf(stderr, "not here\n");
	fputs("text", stdout);
	fputc('!', stdout);
	putc('\n', stdout);
	fputs("neither", stderr);
	return 0;
}
