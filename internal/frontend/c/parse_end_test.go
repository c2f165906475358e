package c

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A file may end anywhere. The parser must then not look for more for ever,
// and the place of the error is the end.
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
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		_, _, err := Load(ctx, Config{Files: []string{"a.c"},
			Read: mapReader(map[string]string{"a.c": c.text})})
		cancel()
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}
