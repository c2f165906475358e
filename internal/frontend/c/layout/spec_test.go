package layout

import (
	"testing"
)

// TestLocalStructs checks that definitions inside functions are found.
func TestLocalStructs(t *testing.T) {
	ast := translate(t, LP64,
		`int f(void *p) { struct __attribute__((packed)) s { char c; int i; }; return ((struct s *)p)->i; } typedef int end;`)
	l := New(LP64)
	l.AddUnit(ast, nil)
	var found bool
	for s := range ast.Structs {
		if s.NumFields() != 2 {
			continue
		}
		found = true
		if n, err := l.Sizeof(s); err != nil || n != 5 {
			t.Errorf("size %d (%v), want 5", n, err)
		}
	}
	if !found {
		t.Fatal("no struct found")
	}
}
