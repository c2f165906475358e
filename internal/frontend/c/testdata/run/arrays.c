#include <stdio.h>
#include <string.h>
static int board[8][8];
static int sol;
static int ok(int r, int c) { int i, j; for (i = 0; i < r; i++) for (j = 0; j < 6; j++) if (board[i][j] && (j == c || r - i == c - j || r - i == j - c)) return 0; return 1; }
static void queens(int r) { int c; if (r == 6) { sol++; return; } for (c = 0; c < 6; c++) if (ok(r, c)) { board[r][c] = 1; queens(r + 1); board[r][c] = 0; } }
static void sort(int *a, int n) { int i, j; for (i = 1; i < n; i++) { int k = a[i]; for (j = i - 1; j >= 0 && a[j] > k; j--) a[j + 1] = a[j]; a[j + 1] = k; } }
static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h; }
static int sieve(int n) { static char c[200]; int i, j, k = 0; for (i = 2; i < n; i++) { if (c[i]) continue; k++; for (j = i * i; j < n; j += i) c[j] = 1; } return k; }
static long matrix(void) { long a[3][3] = { { 1, 2 }, { 3, 4, 5 }, { 6 } }, b[3][3], s = 0; int i, j, k; memset(b, 0, sizeof b); for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) for (k = 0; k < 3; k++) b[i][j] += a[i][k] * a[k][j]; for (i = 0; i < 9; i++) s = s * 7 + (&b[0][0])[i]; return s; }
static unsigned short crc(const unsigned char *p, int n) { unsigned short c = 0xffff; while (n--) { c ^= *p++ << 8; for (int i = 0; i < 8; i++) c = c & 0x8000 ? c << 1 ^ 0x1021 : c << 1; } return c; }
static char *reverse(char *s) { char *a = s, *b = s + strlen(s) - 1; while (a < b) { char t = *a; *a++ = *b; *b-- = t; } return s; }
static int cube[2][3][4];
int main(void)
{
	int a[] = { 5, -2, 9, 0, 3, 3, -7 }, i, j, k, n = sizeof a / sizeof *a;
	char s[] = "whittle away", t[3][8] = { "one", "two" };
	int (*pc)[3][4] = &cube[1];
	queens(0);
	sort(a, n);
	for (i = 0; i < n; i++) printf("%d ", a[i]);
	printf("%d %u %d %ld %u\n", sol, hash("hello, world"), sieve(200), matrix(), crc((unsigned char *)"123456789", 9));
	printf("%s\n", reverse(s));
	for (i = 0; i < 2; i++) for (j = 0; j < 3; j++) for (k = 0; k < 4; k++) cube[i][j][k] = 100 * i + 10 * j + k;
	printf("%d %d %d %d\n", (*pc)[2][3], pc[-1][1][1], *(*(*(cube + 1) + 2) + 1), (int)sizeof *pc);
	strcpy(t[2], t[0]);
	t[2][0] ^= 0x20;
	printf("%s %s %d\n", t[2], t[1], strcmp(t[0], t[1]) < 0);
	return sol;
}
