package c_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestAtomicOperations compares what atomic operations return and leave with the same done in steps, for the
// families of functions and several types.
func TestAtomicOperations(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <stdatomic.h>\nint main(void) {\n")
	for _, typ := range []string{"int", "unsigned char", "short", "long", "unsigned long long"} {
		for _, v := range []int{0, 1, -1, 77, 200} {
			for i, name := range []string{"add", "sub", "and", "or", "xor"} {
				op := "+-&|^"[i : i+1]
				fmt.Fprintf(&b,
					`{ %[1]s old = 90, v = %[2]d, new = old %[4]s v, x = old; _Atomic %[1]s a = old;
	assert(__atomic_fetch_%[3]s(&x, v, __ATOMIC_SEQ_CST) == old && x == new); x = old;
	assert(__atomic_%[3]s_fetch(&x, v, __ATOMIC_ACQUIRE) == new && x == new); x = old;
	assert(__sync_fetch_and_%[3]s(&x, v) == old && x == new); x = old;
	assert(__sync_%[3]s_and_fetch(&x, v) == new && x == new);
	assert(atomic_fetch_%[3]s(&a, v) == old && a == new); a = old; assert((a %[4]s= v) == new && a == new); }
`, typ, v, name, op)
			}
			fmt.Fprintf(&b, `{ %[1]s x = 5, v = %[2]d, e = 4; _Atomic %[1]s a = 5;
	assert(__atomic_exchange_n(&x, v, __ATOMIC_RELAXED) == 5 && x == v && __atomic_load_n(&x, __ATOMIC_RELAXED) == v);
	assert(!atomic_compare_exchange_strong(&a, &e, v) && e == 5 && a == 5);
	assert(atomic_compare_exchange_strong(&a, &e, v) && e == 5 && a == v);
	x = 5; assert(!__sync_bool_compare_and_swap(&x, 4, v) && x == 5 && __sync_val_compare_and_swap(&x, 5, v) == 5 && x == v);
	assert(a++ == v && a == (%[1]s)(v + 1) && --a == v); atomic_store(&a, 3); assert(atomic_load(&a) == 3); }
`, typ, v)
		}
	}
	b.WriteString("return 0; }\n")
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, b.String())
	}
}
