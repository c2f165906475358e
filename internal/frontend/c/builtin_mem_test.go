package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestMemoryFunctions compares memcpy, memmove, memset and memcmp with loops over bytes, with sizes that are
// constant and others, from places that are aligned and others.
func TestMemoryFunctions(t *testing.T) {
	const program = `#include <assert.h>
#include <string.h>
struct s { char c; int i; short h[3]; };
static unsigned char from[40], a[40], b[40];
static void same(void) { for (int i = 0; i < 40; i++) assert(a[i] == b[i]); }
static void fill(void) { for (int i = 0; i < 40; i++) { from[i] = 3 * i + 1; a[i] = b[i] = 200 - i; } }
#define COPY(n) fill(); assert(memcpy(a + 3, from + 1, n) == a + 3); \
	for (int i = 0; i < (n); i++) b[3 + i] = from[1 + i]; same();
#define SET(n) fill(); assert(memset(a + 5, 0x1a5, n) == a + 5); for (int i = 0; i < (n); i++) b[5 + i] = 0xa5; same();
int main(void) {
	COPY(0) COPY(1) COPY(4) COPY(7) COPY(8) COPY(16) COPY(33) SET(0) SET(1) SET(8) SET(13) SET(32)
	for (int n = 0; n < 30; n += 3) { COPY(n) SET(n) }
	for (int n = 0; n < 20; n += 7) for (int d = 0; d < 9; d += 4) {
		fill(); memmove(a + d, a + 4, n); for (int i = 0; i < n; i++) b[d + i] = 200 - (4 + i); same();
		assert(memcmp(a, b, 40) == 0); a[n] = b[n] + 1; assert(memcmp(a, b, n) == 0 && memcmp(a, b, n + 1) > 0);
	}
	struct s x = { 1, 2, { 3, 4, 5 } }, y;
	memcpy(&y, &x, sizeof x);
	assert(y.c == 1 && y.i == 2 && y.h[0] == 3 && y.h[2] == 5);
	memset(&y, 0, sizeof y);
	assert(y.c == 0 && y.i == 0 && y.h[1] == 0);
	memset(&y.i, -1, sizeof y.i);
	assert(y.c == 0 && y.i == -1 && y.h[0] == 0);
	return 0;
}
`
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, program)
	}
}
