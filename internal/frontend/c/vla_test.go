package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestVariableLengths: the length of an array is that of its declaration, in each round anew, and sizes,
// steps of pointers and indices follow it.
func TestVariableLengths(t *testing.T) {
	const program = `#include <assert.h>
static int sum(int n, int m, int a[n][m]) {
	int s = 0;
	assert(sizeof a[0] == m * sizeof(int));
	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s = 3 * s + a[i][j];
	return s;
}
int main(void) {
	for (int n = 1; n < 5; n++) {
		int m = n + 1, a[n][m], calls = 0, want = 0;
		short b[(calls++, n * m)];
		typedef char T[n];
		n += 10;
		assert(sizeof a == (n - 10) * m * sizeof(int) && sizeof b == (n - 10) * m * 2 && calls == 1);
		T c;
		assert(sizeof c == n - 10 && sizeof(T[2]) == 2 * (n - 10) && sizeof(char[calls++ + 3]) == 4 && calls == 2);
		n -= 10;
		for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) want = 3 * want + (a[i][j] = i - 2 * j);
		assert(sum(n, m, a) == want);
		int (*row)[m] = a;
		assert((char *)(row + 1) - (char *)row == m * sizeof(int) && &a[n - 1][m] - &a[0][0] == n * m);
		if (n > 1) assert(row[1] == a[1] && *(*(row + 1) + 1) == a[1][1]);
		if (n == 3) continue;
		{ int inner[n]; inner[n - 1] = 4; if (n == 2) goto out; assert(inner[n - 1] == 4); }
	out: ;
	}
	return 0;
}
`
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, program)
	}
}
