package layout

import (
	"testing"
)

// TestSuspects checks that constants in types that the parser got wrong are found, and others not.
func TestSuspects(t *testing.T) {
	const head = "struct __attribute__((packed)) p { char c; int i; }; struct s { char c; int i; };\n"
	for text, want := range map[string]int{
		"int a[sizeof(struct s)]; enum { E = sizeof(struct s) };":                     0,
		"int a[sizeof(struct p)];":                                                    1,
		"enum { E = sizeof(struct p) + 1 };":                                          1,
		"int f(void) { struct p v; char b[2][sizeof v]; return b[0][0] + sizeof v; }": 1,
		"struct t { int b : sizeof(struct p); };":                                     1,
		"char a[(__SIZE_TYPE__)&((struct p *)0)->i];":                                 1,
		"int f(void) { return sizeof(struct p); }":                                    0,
		"int g(int n) { return ((char (*)[_Alignof(struct p)])0)[0][n]; }":            1,
	} {
		ast := translate(t, LP64, head+text)
		l := New(LP64)
		l.AddUnit(ast, nil)
		if got := len(l.Suspects(ast)); got != want {
			t.Errorf("%s: %d places, want %d", text, got, want)
		}
	}
	ast := translate(t, LP64, "struct s { char c; int i; }; int a[sizeof(struct s)];")
	l := New(LP64)
	l.AddUnit(ast, nil)
	if len(l.Suspects(ast)) != 0 {
		t.Error("a plain program has suspects")
	}
}
