package harness_test

import (
	"strings"
	"testing"
)

// TestUndefined looks at violations that rest on what an uninitialised variable holds, and at one that does
// not.
func TestUndefined(t *testing.T) {
	for _, test := range []struct{ name, program, want string }{
		{"matters", "int main(void) {\n int n;\n if (n == 0) assert(0);\n return 0; }",
			"a.c:4:6: uninitialised n"},
		{"does not matter", "int main(void) {\n int n;\n if (n == n) assert(0);\n return 0; }", ""},
		{"overflow", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n int n = " +
			"__VERIFIER_nondet_int();\n if (n > 0 && n + 2147483647 < n) assert(0);\n return 0; }",
			"a.c:6:15: signed overflow in"},
		{"no overflow", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n int n = " +
			"__VERIFIER_nondet_int();\n if (n > 0 && n % 5 + 2 == 3) assert(0);\n return 0; }", ""},
		{"heap", "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n if (*p == 0) assert(0);\n " +
			"return 0; }", "uninitialised content of p#1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := load(t, threads+test.program)
			text, notes, err := write(t.Context(), src, violated(t, src))
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(notes, "; ")
			if test.want == "" && got != "" || !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if strings.Contains(text, "NOT REPLAYABLE") != (test.want != "") {
				t.Error("the head says something else")
			}
		})
	}
}
