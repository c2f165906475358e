package prune

import "testing"

// TestSplices: a name may go on in the next line only where neither side of the line's end is a space.
func TestSplices(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "fo\\\no": true, "fo \\\no": false, "fo\\\n o": false,
		"#define A \\\n\tb \\\n\tc\n": false,
		"a \\\n\\\nb":                 true, "\\\nx": false, "x\\\n": false, "x\\\n\n": false,
		"x\\y\n":        false,
		"a \\\n b\\\nc": true,
	} {
		if got := splices([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestUserGivesUp: what makes names in other ways than by writing them is not selected from.
func TestUserGivesUp(t *testing.T) {
	pre := Preamble{Macros: Cut([]byte("#define P 1\n"), true), Prelude: Cut([]byte("int b;\n"), true)}
	for _, c := range []struct {
		text string
		in   Input
		nil  bool
	}{
		{"int main(void) { return 0; }\n", Input{}, false},
		{"#include <stddef.h>\nint x;\n", Input{}, false},
		{"#include \"own.h\"\nint x;\n", Input{}, true},
		{"#define H <a.h>\n#include H\nint x;\n", Input{}, true},
		{"#define J(a, b) a ## b\nint x;\n", Input{}, true},
		{"int a<%1%>;\n", Input{}, true}, {"int x??;\n", Input{}, true},
		{"int fo\\\no;\n", Input{}, true},
		{"int x;\n", Input{Includes: true}, true},
		{"int x;\n", Input{Command: "#define J(a, b) a ## b\n"}, true},
		{"int x;\n", Input{Command: "#define J(a, b) a b\n", Defines: true}, false},
	} {
		c.in.Name, c.in.Entry = "t.c", "main"
		if got := User(pre, c.in, []byte(c.text)); (got == nil) != c.nil {
			t.Errorf("%q: nothing is selected is %v", c.text, got == nil)
		}
	}
}
