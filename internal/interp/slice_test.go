package interp_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// sliced runs a program with one thread, which violates an assertion, and replays it.
func sliced(t *testing.T, text string) *trace.Trace {
	t.Helper()
	p := load(t, c.LP64, text)
	_, tr, err := interp.Run(context.Background(), p,
		interp.RunOptions{Seed: 1, MaxSteps: 10000, Record: true})
	if err != nil {
		t.Fatal(err)
	}
	full, err := interp.Replay(context.Background(), p, tr.Machine())
	if err != nil {
		t.Fatal(err)
	}
	return full
}

// TestSources: what the values come from that a violated assertion asks of, and which operand of && or || has
// decided it.
func TestSources(t *testing.T) {
	tests := []struct{ name, text, decided, want string }{
		{"variable", "int x = 1; x = 2;\nassert(x == 1);", "", "x = 2 at 5"},
		{"global", "g = 7;\nassert(g != 7);", "", "g = 7 at 5"},
		{"what nothing has written", "assert(g != 0);", "", "g = 0 at 5"},
		{"first of two", "int x = 2, y = 3; x = 1;\nassert(x == 2 && y == 3);", "x == 2 is false",
			"x = 1 at 5"},
		{"second of two", "int x = 2, y = 3; y++;\nassert(x == 2 && y == 3);", "y == 3 is false",
			"y = 4 at 5"},
		{"last of three", "g = 4; int x = 2, y = 3;\nassert(x == 2 && y == 3 && g == 5);", "g == 5 is false",
			"g = 4 at 5"},
		{"in parentheses", "g = 4; int x = 2, y = 3;\nassert(x == 2 && (g == 5 && y == 3));",
			"g == 5 is false", "g = 4 at 5"},
		{"none of two", "int x = 2, y = 3; g = 4;\nassert(x == 1 || y == 1);", "", "x = 2 at 5, y = 3 at 5"},
		{"one of || is true", "int x = 2, y = 30;\nif (x < 0 || y > 9) assert(0);", "y > 9 is true",
			"y = 30 at 5"},
		{"operands apart", "int x = 2; g = 30;\nif (x == 2 && !(x < 0 || g > 9)) return 0;\nassert(0);",
			"g > 9 is true", "g = 30 at 5"},
		{"through a function", "g = 12;\nassert(small(g) && g > 0);", "small(g) is false", "g = 12 at 5"},
		{"argument", "return positive(-1);", "", "x = -1 at 5"},
		{"argument that is computed", "g = 3;\nreturn positive(g - 4);", "", "g = 3 at 5"},
		{"length of a text", "char s[8] = \"ab\"; s[0] = 0;\nassert(strlen(s) > 0);", "", "s[0] = 0 at 5"},
	}
	const before = "#include <assert.h>\n#include <string.h>\n" +
		"int g; int small(int x) { return x < 10; } int positive(int x) { assert(x > 0); return 0; }\n" +
		"int main(void) {\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := sliced(t, before+tt.text+"\nreturn 0; }\n")
			decided := ""
			if d := tr.Decided; d != nil {
				decided = fmt.Sprintf("%s is %t", d.Text, d.Value)
			}
			var got []string
			for _, s := range tr.Sources {
				step := &tr.Steps[s.Step]
				name, value := step.Object, step.Value
				if a := step.Assigned; a != nil && a.Type != "" && step.Kind == trace.KindAssign {
					name, value = a.Name, &a.Value
				}
				if s.Passed != nil {
					name, value = s.Passed.Name, &s.Passed.Value
				}
				name = name[strings.LastIndex(name, ":")+1:]
				got = append(got, fmt.Sprintf("%s = %s at %d", name, value, step.User.Line))
			}
			slices.Sort(got)
			if decided != tt.decided || strings.Join(got, ", ") != tt.want {
				t.Errorf("%q decides, values %q; want %q, %q", decided, strings.Join(got, ", "), tt.decided,
					tt.want)
			}
		})
	}
}

// TestSliced: which lines the violation depends on, by data and by control.
func TestSliced(t *testing.T) {
	tests := []struct {
		name, text string
		want       []int32
	}{
		{"data", "int a = 1;\nint b = 2;\nint c = a;\nassert(c == 2);", []int32{3, 5, 6}},
		{"memory", "g = 1;\nh = 2;\ng = 3;\nassert(g == 1);", []int32{5, 6}},
		{"control", "int a = 0;\nint b = 5;\nif (b > 4)\na = 1;\nassert(a == 0);", []int32{4, 5, 6, 7}},
		{"a branch that is over", "int a = 0;\nif (g == 0)\nh = 1;\na = 1;\nassert(a == 0);", []int32{6, 7}},
		{"a loop", "int n = 0;\nfor (int i = 0; i < 2; i++)\nn++;\nh = 1;\nassert(n == 0);",
			[]int32{3, 4, 5, 7}},
		{"a function", "int a = one();\nh = 1;\nassert(a == 0);", []int32{2, 3, 5}},
		{"an argument", "int b = 3;\nh = 1;\npositive(b - 4);", []int32{2, 3, 5}},
	}
	const before = "#include <assert.h>\n" +
		"int g, h; int one(void) { int r = 1; return r; } void positive(int x) { assert(x > 0); } " +
		"int main(void) {\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := sliced(t, before+tt.text+"\nreturn 0; }\n")
			if !tr.Sliced {
				t.Fatal("there is no slice")
			}
			var got []int32
			for i := range tr.Steps {
				if s := &tr.Steps[i]; s.Distance > 0 && !slices.Contains(got, s.User.Line) {
					got = append(got, s.User.Line)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("it depends on lines %v, want %v", got, tt.want)
			}
			if end := &tr.Steps[len(tr.Steps)-1]; end.Kind != trace.KindViolation || end.Distance != 1 {
				t.Errorf("the violation is a %s at distance %d", end.Kind, end.Distance)
			}
		})
	}
}
