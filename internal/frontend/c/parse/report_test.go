package parse

import (
	"strings"
	"testing"
)

// TestErrors checks the messages for programs that are wrong.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // in the first message
		max        int    // of messages
	}{
		{"syntax", "int main(void) {\n  int x = ;\n  return x;\n}\n", "t.c:2:11: error: unexpected", 1},
		{"missing brace", "int main(void) {\n", "t.c:", 1},
		{"undeclared", "int main(void) {\n\treturn y;\n}\n", "t.c:2:9: error: undefined: y", 1},
		{"type error", "struct s { int a; } v;\nint main(void) { return v + 1; }\n", "t.c:2:", 2},
		{"no such member", "struct s { int a; } v;\nint main(void) { return v.b; }\n", "t.c:2:", 2},
		{"through a marker", "# 40 \"real.c\"\nint main(void) { return y; }\n",
			"real.c:40:25: error: undefined: y", 1},
		{"missing header", "#include <nowhere.h>\nnowhere_t x;\n",
			"t.c:1:10: error: include file not found: <nowhere.h>", 1},
		{"#error", "#error not today\nint x;\n", "t.c:1:2: error: not today", 1},
		{"quotes and spaces in #error", "# error Don't  build \"x.c\",   use -DX.\nint x;\n",
			"t.c:1:3: error: Don't  build \"x.c\",   use -DX.", 1},
		{"two definitions", "int x = 1;\nint x = 2;\n",
			"t.c:2:5: error: multiple definitions of 'x', first definition at t.c:1:5", 1},
		{"type specifiers", "int main(void) {\n\tunsigned char char c = 1;\n\treturn c + 1;\n}\n",
			"t.c:2:2: error: these type specifiers do not go together", 1},
		{"not an lvalue", "int main(void) {\n\t1 = 2;\n\treturn 0;\n}\n",
			"error: t.c: something that is not an lvalue", 1},
		{"bad number", "int x = 7int;\n", "error: t.c: 7int is no number", 2},
		{"follow-ups", "int main(void) {\n\tif (a.b == 2 && a.c)\n\t\treturn 1;\n\treturn 0;\n}\n",
			"t.c:2:6: error: undefined: a", 2},
		{"static assertion", "_Static_assert(sizeof(int) == 8, \"no\");\n", "t.c:1:", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, diags, err := parseText(t, Config{Needs: inMain}, "t.c", c.text)
			if err == nil {
				t.Fatal("no error")
			}
			all := diags.All()
			if len(all) == 0 || len(all) > c.max {
				t.Errorf("%d messages, want 1 to %d", len(all), c.max)
			}
			for _, d := range all {
				if m := diags.Format(d); strings.Contains(m, ".go:") || strings.Contains(m, "TODO") {
					t.Errorf("the message speaks of the parser: %s", m)
				}
			}
			if len(all) > 0 && !strings.HasPrefix(diags.Format(all[0]), c.want) {
				t.Errorf("message %q, want %q", diags.Format(all[0]), c.want)
			}
		})
	}
}
