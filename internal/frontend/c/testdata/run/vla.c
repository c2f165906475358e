#include <stdio.h>
static int f(int n, int a[n][n]) { int i, s = 0; for (i = 0; i < n; i++) s += a[i][n - 1 - i]; return s; }
static int g(int n) { int v[n], i, s = 0; for (i = 0; i < n; i++) v[i] = i * i; for (i = 0; i < n; i++) s += v[i]; return s + (int)sizeof v; }
int main(void)
{
	int n = 3, i, j;
	int a[n][n];
	char (*q)[n + 1];
	for (i = 0; i < n; i++) for (j = 0; j < n; j++) a[i][j] = 10 * i + j;
	printf("%d %d\n", f(n, a), (int)sizeof a);
	for (i = 1; i < 5; i++) printf("%d ", g(i));
	n = 7;
	printf("%d %d\n", (int)(sizeof a / sizeof a[0]), (int)sizeof *q);
	for (i = 1; i < 4; i++) { int w[i]; w[i - 1] = i; w[0]++; printf("%d ", w[i - 1]); }
	printf("\n");
	return 0;
}
