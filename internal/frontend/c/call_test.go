package c

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestNumberOfArguments: a compiler refuses calls with the wrong number of arguments; here they are told.
func TestNumberOfArguments(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"int f(int a, int b) { return a; } int main(void) { return f(1); }",
			"t.c:1:59: warning: too few arguments in this call of f; those that are missing are taken as " +
				"inputs"},
		{"int f(int a) { return a; } int main(void) { return f(1, 2); }",
			"t.c:1:52: warning: too many arguments in this call of f; the last are ignored"},
		{"int f(int a, ...) { return a; } int main(void) { return f(1, 2); }", ""},
		{"int f(int a) { return a; } int main(void) { return f(1); }", ""},
	} {
		_, diags, err := Load(context.Background(), Config{Files: []string{"t.c"},
			Read: func(name string) ([]byte, error) {
				if name == "t.c" {
					return []byte(c.text), nil
				}
				return nil, os.ErrNotExist
			}})
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		var got []string
		for _, d := range diags.All() {
			got = append(got, diags.Format(d))
		}
		if s := strings.Join(got, "\n"); s != c.want {
			t.Errorf("%s: %q, want %q", c.text, s, c.want)
		}
	}
}
