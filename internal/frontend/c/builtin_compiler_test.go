package c_test

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestBitFunctions compares gcc's functions on bits, and those that tell whether a result overflows, with
// Go's.
func TestBitFunctions(t *testing.T) {
	var program, want strings.Builder
	program.WriteString("#include <stdio.h>\nint r; int main(void) { volatile unsigned u; volatile " +
		"unsigned long long w;\n" +
		"volatile int x, y;\n")
	for _, v := range []uint64{1, 2, 3, 0x80, 0x8000, 0x80000000, 0xdeadbeef, 1 << 33, 0xfedcba9876543210,
		math.MaxUint64} {
		u := uint32(v)
		if u == 0 {
			u = 5
		}
		fmt.Fprintf(&program, "u = %#xu; w = %#xull;\n", u, v)
		program.WriteString(
			`printf("%d %d %d %d %d %x %x\n", __builtin_popcount(u), __builtin_clz(u), __builtin_ctz(u),
	__builtin_ffs(u), __builtin_parity(u), __builtin_bswap32(u), __builtin_bswap16(u));
printf("%d %d %d %d %d %llx\n", __builtin_popcountll(w), __builtin_clzll(w), __builtin_ctzll(w), __builtin_ffsll(w),
	__builtin_parityll(w), (unsigned long long)__builtin_bswap64(w));
`)
		fmt.Fprintf(&want, "%d %d %d %d %d %x %x\n", bits.OnesCount32(u), bits.LeadingZeros32(u),
			bits.TrailingZeros32(u),
			bits.TrailingZeros32(u)+1, bits.OnesCount32(u)%2, bits.ReverseBytes32(u),
			bits.ReverseBytes16(uint16(u)))
		fmt.Fprintf(&want, "%d %d %d %d %d %x\n", bits.OnesCount64(v), bits.LeadingZeros64(v),
			bits.TrailingZeros64(v),
			bits.TrailingZeros64(v)+1, bits.OnesCount64(v)%2, bits.ReverseBytes64(v))
	}
	values := []int64{0, 1, -1, 46341, math.MaxInt32, -math.MaxInt32}
	for _, x := range values {
		for _, y := range values {
			for i, exact := range []int64{x + y, x - y, x * y} {
				op := []string{"add", "sub", "mul"}[i]
				fmt.Fprintf(&program, "x = %d; y = %d; printf(\"%%d\", __builtin_%s_overflow(x, y, &r)); "+
					"printf(\" %%d\\n\", r);\n",
					x, y, op)
				over := 0
				if exact != int64(int32(exact)) {
					over = 1
				}
				fmt.Fprintf(&want, "%d %d\n", over, int32(exact))
			}
		}
	}
	program.WriteString("return 0; }\n")
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		if got := outputOf(t, model, program.String()); got != want.String() {
			t.Errorf("%v: %s", model, firstDifference(got, want.String()))
		}
	}
}
