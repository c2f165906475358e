package c_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestConversions compares casts between integer types, and the unary operators, with what Go computes.
func TestConversions(t *testing.T) {
	types := []struct {
		name string
		to   func(int64) int64
		wide bool // not promoted to int
	}{
		{"signed char", func(v int64) int64 { return int64(int8(v)) }, false},
		{"unsigned char", func(v int64) int64 { return int64(uint8(v)) }, false},
		{"short", func(v int64) int64 { return int64(int16(v)) }, false},
		{"unsigned short", func(v int64) int64 { return int64(uint16(v)) }, false},
		{"int", func(v int64) int64 { return int64(int32(v)) }, false},
		{"unsigned", func(v int64) int64 { return int64(uint32(v)) }, true},
		{"long long", func(v int64) int64 { return v }, true},
	}
	var program, want strings.Builder
	program.WriteString("#include <stdio.h>\nint main(void) { volatile long long v;\n")
	for _, v := range []int64{0, 1, -1, 127, 128, -129, 40000, 0x7fffffff, 0x80000001, 0x123456789abcdef,
		-math.MaxInt64} {
		fmt.Fprintf(&program, "v = %dLL;\n", v)
		for _, a := range types {
			for _, b := range types {
				fmt.Fprintf(&program, "printf(\"%%lld\\n\", (long long)(%s)(%s)v);\n", a.name, b.name)
				fmt.Fprintln(&want, a.to(b.to(v)))
			}
			fmt.Fprintf(&program, "{ %s x = v; printf(\"%%lld %%lld %%lld %%d\\n\", (long long)-x, (long "+
				"long)~x, "+
				"(long long)+x, !x); }\n", a.name)
			x, zero := a.to(v), 0
			result := func(n int64) int64 { return int64(int32(n)) }
			if a.wide {
				result = a.to
			}
			if x == 0 {
				zero = 1
			}
			fmt.Fprintln(&want, result(-x), result(^x), x, zero)
		}
	}
	program.WriteString("return 0; }\n")
	if got := outputOf(t, c.ILP32, program.String()); got != want.String() {
		t.Error(firstDifference(got, want.String()))
	}
}
