package c_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestPrintfLikeGo compares what conversions print with Go's, where both mean the same.
func TestPrintfLikeGo(t *testing.T) {
	var program, want strings.Builder
	program.WriteString("#include <stdio.h>\nint main(void) {\n")
	add := func(format, length, verb, cValue string, goVerb string, value any) {
		fmt.Fprintf(&program, "printf(\"[%%%s%s%s]\", %s);\n", format, length, verb, cValue)
		fmt.Fprintf(&want, "[%"+format+goVerb+"]", value)
	}
	for _, v := range []int{0, 1, -1, 42, -300, 2147483647, -2147483647} {
		for _, flags := range []string{"", "5", "-5", "05", "+", " ", "12", "-12", "+8", "012"} {
			add(flags, "", "d", fmt.Sprint(v), "d", v)
			add(flags, "ll", "i", fmt.Sprintf("%dLL * 1000", v), "d", v*1000)
		}
		for _, flags := range []string{"", "9", "-9", "09"} {
			add(flags, "", "u", fmt.Sprint(v), "d", uint32(v))
			add(flags, "", "x", fmt.Sprint(v), "x", uint32(v))
			add(flags, "", "X", fmt.Sprint(v), "X", uint32(v))
			add(flags, "", "o", fmt.Sprint(v), "o", uint32(v))
			add(flags, "hh", "d", fmt.Sprint(v), "d", int8(v))
			add(flags, "h", "u", fmt.Sprint(v), "d", uint16(v))
		}
	}
	for _, s := range []string{"", "a", "abc def"} {
		for _, flags := range []string{"", "4", "-4", ".2", "6.1", "-6.3", ".0"} {
			add(flags, "", "s", fmt.Sprintf("%q", s), "s", s)
		}
	}
	program.WriteString(
		"printf(\"%c%%%5c|%*d|%-*d|%.*s\", 'x', 'y', 4, 7, 3, 8, 2, \"long\");\nreturn 0; }\n")
	want.WriteString("x%    y|   7|8  |lo")
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		if got := outputOf(t, model, program.String()); got != want.String() {
			t.Errorf("%v: %s", model, firstDifference(strings.ReplaceAll(got, "]", "]\n"),
				strings.ReplaceAll(want.String(), "]", "]\n")))
		}
	}
}
