package c_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
)

// TestInitialisersAnywhere: an initialiser makes the same of a static object, an automatic one, one whose
// parts are not constant, and of a compound literal.
func TestInitialisersAnywhere(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include <assert.h>\n#include <string.h>\nstatic int id(int x) { return x; }\n" +
		"#define C(x) (x)\n#define V(x) id(x)\nint main(void) {\n")
	for i, r := range []struct{ typ, init string }{
		{"int T[5]", "{K(1), [3] = K(4), 5}"}, {"struct { char s[6]; } T", "{\"abc\"}"},
		{"struct { char s[3]; } T", "{\"abc\"}"},
		{"struct { int a, b[2]; int c; } T", "{K(1), {K(2)}, .c = K(3)}"},
		{"struct { int a : 3, b : 5; unsigned c : 24; } T", "{K(-1), .c = K(300)}"},
		{"union { int a; char c[4]; } T", "{.c = {1, 2, K(3)}}"},
		{"struct { short s[2][2]; } T", "{{{K(1)}, {K(2), 3}}}"},
		{"int T[9]", "{[2 ... 6] = K(7), [4] = K(1)}"},
		{"struct { struct { int x, y; } p[2]; } T", "{.p[1].y = K(4)}"},
		{"unsigned char T[4]", "{K(257), K(-1), 'a'}"},
		{"struct { int n; char s[4]; } T[2]", "{{K(1), \"ab\"}, {2, {'c'}}}"},
	} {
		constant := strings.ReplaceAll(r.init, "K(", "C(")
		// The objects have no padding, whose bytes say nothing.
		fmt.Fprintf(&b, "{ typedef %s; static T s = %s; T a = %[2]s, v = %s;\n", r.typ, constant,
			strings.ReplaceAll(r.init, "K(", "V("))
		fmt.Fprintf(&b, "assert(!memcmp(&s, &a, sizeof s)); assert(!memcmp(&s, &v, sizeof s));"+
			" assert(!memcmp(&s, &(T)%s, sizeof s)); } /* %d */\n", constant, i)
	}
	b.WriteString("return 0; }\n")
	for _, model := range []c.DataModel{c.LP64, c.ILP32} {
		outputOf(t, model, b.String())
	}
}
