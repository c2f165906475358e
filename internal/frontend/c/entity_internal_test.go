package c

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

// What is a function in one place and something else in another is refused
// with its place, or ends the path; it is no internal error.
func TestNoFunction(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       string // the first message; empty when there is a program
	}{
		{"a body of nothing", "A;main{}", "int g;", "a.c:1:3: error: main has a body and is no function"},
		{"a variable main", "int main;", "int g;", `error: the program has no function "main" to start with`},
		{"function, then object", "int g(void) { return 1; }\nint main(void) { return g(); }",
			"extern int g;\nint h(void) { return g; }",
			"b.c:1:12: error: g is declared as a function and as an object"},
		{"object, then function", "int g = 2;\nint main(void) { return g; }", "int g(void) { return 1; }",
			"b.c:1:5: error: g is declared as a function and as an object"},
		{"incomplete, then function", "struct s;\nextern struct s g;\nint main(void) { return &g != 0; }",
			"int g(void) { return 1; }", "b.c:1:5: error: g is declared as a function and as an object"},
		{"overflow into no pointer", "int main(void) { return __builtin_add_overflow(1, 2, 3); }", "int g;",
			""},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, diags, err := Load(context.Background(),
				Config{Files: []string{"a.c", "b.c"},
					Read: mapReader(map[string]string{"a.c": c.a, "b.c": c.b})})
			for _, d := range diags.All() {
				if strings.Contains(d.Message, "internal error") {
					t.Error(d.Message)
				}
			}
			switch {
			case c.want != "":
				if err == nil || !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("%v, want %s", err, c.want)
				}
			case err != nil:
				t.Error(err)
			default:
				if err := cfa.Check(prog); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
