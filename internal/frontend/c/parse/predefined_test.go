package parse

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c/layout"
)

// TestPredefinedLimits compares the macros about integer types with those types: the largest value is that of
// the type, the width is its size, and what a constant macro makes has the type.
func TestPredefinedLimits(t *testing.T) {
	typeMacro := regexp.MustCompile(`(?m)^#define __(\w+)_TYPE__ `)
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		macros := predefined(model)
		var b strings.Builder
		n := 0
		for _, m := range typeMacro.FindAllStringSubmatch(macros, -1) {
			name := m[1]
			if !strings.Contains(macros, "__"+name+"_MAX__ ") {
				continue
			}
			n++
			fmt.Fprintf(&b, "_Static_assert(__%[1]s_MAX__ == ((__%[1]s_TYPE__)-1 < 0 ? "+
				"(1ull << (8 * sizeof(__%[1]s_TYPE__) - 1)) - 1 : (__%[1]s_TYPE__)-1), \"%[1]s\");\n", name)
			if strings.Contains(macros, "__"+name+"_WIDTH__ ") {
				fmt.Fprintf(&b, "_Static_assert(__%[1]s_WIDTH__ == 8 * sizeof(__%[1]s_TYPE__), \"%[1]s\");\n",
					name)
			}
		}
		if n < 20 {
			t.Errorf("%v: only %d types", model, n)
		}
		b.WriteString("_Static_assert(sizeof(__INT64_C(1)) == 8 && sizeof(__UINT32_C(1)) == 4 && " +
			"__UINT64_C(0) - 1 > 0" +
			" && __SIZEOF_LONG__ == sizeof(long) && __SIZEOF_POINTER__ == sizeof(void *)" +
			" && __SIZEOF_SIZE_T__ == sizeof(sizeof 1) && __SIZEOF_LONG_DOUBLE__ == sizeof(long double), " +
			"\"\");\n" +
			"_Static_assert(sizeof(__INT8_TYPE__) == 1 && sizeof(__INT16_TYPE__) == 2 && " +
			"sizeof(__INT32_TYPE__) == 4" +
			" && sizeof(__INT64_TYPE__) == 8 && sizeof(__INTPTR_TYPE__) == sizeof(void *), \"\");\nint x;\n")
		_, diags, err := parseText(t, Config{Model: model, Needs: inMain}, "t.c", b.String())
		if err != nil {
			t.Errorf("%v: %v", model, err)
			for _, d := range diags.All() {
				t.Log(diags.Format(d))
			}
		}
	}
}
