package c

import (
	"context"
	"os"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestCleanupAttribute: a function that is called at the end of a scope must not be forgotten.
func TestCleanupAttribute(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"int x __attribute__((cleanup(f))) = 1;", true},
		{"__attribute__((cleanup(f))) int x = 1;", true},
		{"int __attribute__((__cleanup__(f))) x;", true},
		{"int y, x __attribute__((unused, cleanup(f))) = 1;", true},
		{"for (int x __attribute__((cleanup(f))) = 1; x < 2; x++) ;", true},
		{"SCOPED int x = 1;", true},
		{"int cleanup = 1; (void)cleanup;", false},
		{"int x __attribute__((unused)) = 1;", false},
		{"int cleanup = 1, x __attribute__((unused)) = cleanup;", false},
		{"int x __attribute__((unused)) = 1, y __attribute__((aligned(8), cleanup(f))) = 1;", true},
	} {
		text := "#define SCOPED __attribute__((cleanup(f)))\nvoid f(int *p) { }\nint main(void) { " + c.text +
			" return 0; }\n"
		prog, _, err := Load(context.Background(), Config{Files: []string{"t.c"},
			Read: func(name string) ([]byte, error) {
				if name == "t.c" {
					return []byte(text), nil
				}
				return nil, os.ErrNotExist
			}})
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		got := false
		for _, p := range prog.Procs {
			for _, e := range p.Edges {
				if u, ok := e.Op.(cfa.Unsupported); ok && strings.Contains(u.What, "cleanup") {
					got = true
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: refused %v, want %v", c.text, got, c.want)
		}
	}
}
