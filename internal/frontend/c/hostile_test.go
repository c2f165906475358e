package c

import (
	"context"
	"strings"
	"testing"
)

// Short programs that stand for much: each must be done, or refused, within the budget of one fuzzing input.
func TestSmallButLarge(t *testing.T) {
	nest := func(open, mid, end string, n int) string {
		return "int x; int f(int); int main(void) { x = " + strings.Repeat(open, n) + mid +
			strings.Repeat(end, n) + "; return 0; }"
	}
	for _, c := range []struct {
		name, text string
		want       string // part of the error; empty when there is a program
	}{
		{"conditional operators", nest("(f(1) ? f(2) : ", "1", ")", 200), ""},
		{"conditions", nest("(", "x", " ?: 1)", 200), ""},
		{"constants", nest("__builtin_constant_p(", "1", ")", 200), ""},
		{"choices", nest("__builtin_choose_expr(", "1", ", 1, 2)", 100), ""},
		{"a static range", "int a[16000000] = {[0 ... 15999999] = 1}; int main(void) { return a[3]; }",
			"ranges of more than"},
		{"a range of bit-fields", "struct { int a : 3, b : 2; } a[100000] = {[0 ... 99999] = {1, 1}}; int " +
			"main(void) { return a[3].a; }", ""},
		{"a local range", "int main(void) { int a[3000000] = {[0 ... 2999999] = 1}; return a[3]; }", ""},
		{"a union", "union u { char a[3000000000]; } a, b; int main(void) { a = b; return 0; }", ""},
		{"empty structs", "struct e {}; struct f { struct e a[4000000000000]; int x; } a, b; int " +
			"main(void) { a = b; return 0; }", ""},
		{"a string", "char a[4000000000] = \"abc\"; int main(void) { char b[4000000000] = \"x\"; return " +
			"a[1] + b[0]; }", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var err error
			within(t, func(ctx context.Context) {
				_, _, err = Load(ctx, Config{Files: []string{"a.c"},
					Read: mapReader(map[string]string{"a.c": c.text})})
			})
			if c.want == "" && err != nil || c.want != "" &&
				(err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
