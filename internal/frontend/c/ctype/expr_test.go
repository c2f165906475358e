package ctype

import (
	"testing"

	"whittle.dev/internal/frontend/c/layout"
)

// TestExpressionTypes compares the types of expressions, as values, with types that are written down: those
// with 64-bit pointers, and where they differ those with 32-bit pointers.
func TestExpressionTypes(t *testing.T) {
	const head = `char c; short s; int i; unsigned u; long l; int a[3]; const char *p; char *q; void *v; int f(char);
struct { int m, bit : 3; unsigned ubit : 3; } b; const struct { int m, n[2]; } cs;`
	rows := []struct{ expr, want, small string }{
		{"c + c", "int", ""}, {"s << l", "int", ""}, {"l << s", "long", ""}, {"1 ? i : l", "long", ""},
		{"u + l", "long", "unsigned long"}, {"u + i", "unsigned", ""}, {"&a", "int (*)[3]", ""},
		{"a", "int *", ""},
		{"a - a", "long", "int"}, {"a + 1", "int *", ""}, {"1 + a", "int *", ""}, {"1[a]", "int", ""},
		{"f", "int (*)(char)", ""}, {"&f", "int (*)(char)", ""}, {"*f", "int (*)(char)", ""},
		{"f(c)", "int", ""},
		{"+b.bit", "int", ""}, {"+b.ubit", "int", ""}, {"p ? p : 0", "const char *", ""},
		{"i ? p : v", "const void *", ""}, {"i ? q : p", "const char *", ""},
		{"sizeof i", "unsigned long", "unsigned"}, {"i == l", "int", ""}, {"!l", "int", ""},
		{"-c", "int", ""},
		{"({ i; l; })", "long", ""}, {"(i, c)", "char", ""}, {"\"abc\"", "char *", ""},
		{"(char)l", "char", ""},
		{"&cs.m", "const int *", ""}, {"cs.m", "int", ""}, {"cs.n", "const int *", ""},
		{"1u", "unsigned", ""},
		{"'a'", "int", ""}, {"1.0f + i", "float", ""}, {"1.0 + l", "double", ""}, {"c++", "char", ""},
		{"i += l", "int", ""}, {"(short[]){1}", "short *", ""},
	}
	for _, model := range []layout.Model{layout.LP64, layout.ILP32} {
		var texts []string
		for _, r := range rows {
			if model == layout.ILP32 && r.small != "" {
				r.want = r.small
			}
			texts = append(texts, r.expr, r.want)
		}
		typer, ops := operandsOf(t, model, head, texts...)
		for i, r := range rows {
			got, want := typer.Value(ops[2*i].UnaryExpression), typer.Named(ops[2*i+1].TypeName)
			if got == nil || !Compatible(got, want) {
				t.Errorf("%v: %s is not of type %s: %+v", model, r.expr, texts[2*i+1], got)
			}
		}
	}
}
