package parse

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/source"
)

// TestCancel checks that a cancelled context ends the parsing.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var files source.Files
	_, err := Program(ctx, Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": "int x;"})},
		&files, &source.Diagnostics{Files: &files})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestRunaway: a text that expands for years is given up when the context ends.
func TestRunaway(t *testing.T) {
	var b strings.Builder
	b.WriteString("#define A0 1\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&b, "#define A%d A%d + A%d\n", i, i-1, i-1)
	}
	b.WriteString("int x = A59;\n")
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	var files source.Files
	_, err := Program(ctx, Config{Needs: inMain, Inputs: []Input{{File: "t.c"}},
		Read: mapReader(map[string]string{"t.c": b.String()})}, &files, &source.Diagnostics{Files: &files})
	if err == nil {
		t.Error("no error")
	}
}

// TestEndInside: a file may end anywhere. The parser must then not look for more for ever, and the place of
// the error is the end.
func TestEndInside(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"f()*", "a.c:1:5: error: unexpected end of file"},
		{"int f() * const\n\n", "a.c:1:16: error: unexpected end of file"},
		{"int main(void) { return 0; }\nint *;", "a.c:2:6: error: unexpected ';'"},
		{"int main(void) { int *", "a.c:1:23: error: unexpected end of file"},
		{"int main(void) { return 0; }\nstatic", "a.c:2:7: error: unexpected end of file"},
		{"int main(void) { return 0; }\nint x", "a.c:2:6: error: unexpected end of file"},
		{"int main(void) { return 0;\n", "a.c:1:27: error: unexpected end of file, expected '}'"},
		{"struct s { int a;", "a.c:1:18: error: unexpected EOF"},
		{"int a[] = {", "a.c:1:12: error: unexpected end of file"},
		{"#define _Static_assert(a, b) int\nint a[const", "a.c:2:12: error: unexpected end of file"},
		{"0'\\", "a.c:1:2: error: character constant not terminated"},
		{"int x;\n#define A '\\\n\n", "a.c:2:11: error: character constant not terminated"},
	} {
		_, _, err := parseText(t, Config{Needs: inMain}, "a.c", c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}
