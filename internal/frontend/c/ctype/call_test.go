package ctype

import (
	"testing"

	"whittle.dev/internal/frontend/c/layout"
)

// TestSelections checks what _Generic selects (C11 6.5.1.1), and which types are told to be compatible.
func TestSelections(t *testing.T) {
	const head = "char c; const int ci; int i, a[2], f(void); enum e { A } e; struct s { int x; } s;\n" +
		"int " + Compatibles + "(), " + Choose + "(), " + Generic + "(); enum o { B };"
	rows := []struct {
		expr string
		want uint64
	}{
		{"_Generic(c, int: 1, char: 2)", 2}, {"_Generic(+c, int: 1, char: 2)", 1},
		{"_Generic(\"a\", char *: 1, default: 2)", 1}, {"_Generic(ci, int: 1, default: 2)", 1},
		{Choose + "(1, 0, " + Generic + "(&ci, _Alignof(int *), 1, _Alignof(const int *), 2))", 2},
		{"_Generic(a, int *: 1, default: 2)", 1},
		{"_Generic(&a, int *: 1, int (*)[2]: 2)", 2}, {"_Generic(f, int (*)(void): 1, default: 2)", 1},
		{Choose + "(1, 0, " + Generic + "(e, _Alignof(unsigned), 1, _Alignof(int), 2))", 1},
		{Choose + "(1, 0, " + Generic + "(A, _Alignof(unsigned), 1, 0, 2))", 2},
		{"_Generic(s, struct s: 1, default: 2)", 1}, {"_Generic(0.0, default: 1, float: 2)", 1},
		{"_Generic(i, default: 1, int: _Generic(1L, int: 3, long: 4))", 4},
		{Compatibles + "((int){0}, (const int){0})", 1}, {Compatibles + "((int){0}, (long){0})", 0},
		{Compatibles + "((int *){0}, (const int *){0})", 0}, {Compatibles + "((int[2]){0}, (int[2]){0})", 1},
		{Compatibles + "((int[2]){0}, (int[3]){0})", 0}, {Compatibles + "((enum e){0}, (enum o){0})", 0},
		{Compatibles + "((enum e){0}, (enum e){0})", 1},
	}
	var texts []string
	for _, r := range rows {
		texts = append(texts, r.expr)
	}
	typer, ops := operandsOf(t, layout.LP64, head, texts...)
	for i, r := range rows {
		if v, ok := typer.Const(ops[i].UnaryExpression); !ok || v.Bits != r.want {
			t.Errorf("%s is %d, %v, want %d", r.expr, v.Bits, ok, r.want)
		}
	}
}
