package c_test

import (
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestVectorFunctions compares gcc's functions that choose and convert elements of vectors with loops.
func TestVectorFunctions(t *testing.T) {
	const program = `#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef short h4 __attribute__((vector_size(8)));
int main(void) {
	v4 a = { 1, -2, 3, 70000 }, b = { 5, 6, 7, 8 }, two, one;
	for (int k = 0; k < 20; k++) {
		v4 m = { k, 3 * k, -k, k + 5 };
		one = __builtin_shuffle(a, m);
		two = __builtin_shuffle(a, b, m);
		for (int i = 0; i < 4; i++) {
			assert(one[i] == a[m[i] & 3]);
			assert(two[i] == ((m[i] & 7) < 4 ? a[m[i] & 3] : b[m[i] & 3]));
		}
	}
	one = __builtin_shufflevector(a, b, 7, 0, 4, 3);
	assert(one[0] == 8 && one[1] == 1 && one[2] == 5 && one[3] == 70000);
	h4 h = __builtin_convertvector(a, h4);
	for (int i = 0; i < 4; i++) assert(h[i] == (short)a[i]);
	return 0;
}
`
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, program)
	}
}
