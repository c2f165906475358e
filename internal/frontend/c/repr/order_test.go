package repr_test

import (
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// TestOrderAt checks for the steps from a declared name on, to an element, to what a pointer points to or to
// a result, which of the objects that they lead to are atomic: "a" is.
func TestOrderAt(t *testing.T) {
	const head = "#include <stdatomic.h>\ntypedef _Atomic int ai, *pai; typedef int *pi;\n"
	for _, c := range []struct{ decl, want string }{
		{"int x", "-"}, {"_Atomic int x", "a"}, {"int x[2]", "--"},
		{"_Atomic int x[2]", "-a"}, {"_Atomic int *x", "-a"}, {"int *_Atomic x", "a-"}, {"int *x", "--"},
		{"_Atomic int *_Atomic x", "aa"}, {"_Atomic int **x", "--a"}, {"int *_Atomic *x", "-a-"},
		{"_Atomic int *x[3]", "--a"}, {"_Atomic int (*x)[3]", "--a"}, {"int *_Atomic x[3]", "-a-"},
		{"pi x", "--"},
		{"pai x", "-a"},
	} {
		_, object := typesOf(t, layout.LP64, head+c.decl+"; int main(void) { return sizeof x; }")
		d := object("x")
		var got strings.Builder
		for i := range c.want {
			if repr.OrderAt(d, i) == cfa.SeqCst {
				got.WriteByte('a')
			} else {
				got.WriteByte('-')
			}
		}
		if got.String() != c.want {
			t.Errorf("%s: %s, want %s", c.decl, got.String(), c.want)
		}
	}
}

// TestOrderOfTypes: a typedef makes what has its name atomic, also under another name and as an element.
func TestOrderOfTypes(t *testing.T) {
	const head = "#include <stdatomic.h>\ntypedef _Atomic int ai; typedef int pi;\n"
	for decl, want := range map[string]cfa.Order{"ai x": cfa.SeqCst, "atomic_int x": cfa.SeqCst,
		"ai x[2][3]": cfa.SeqCst, "atomic_long x[2]": cfa.SeqCst, "int x": cfa.Plain, "pi x": cfa.Plain,
		"ai *x": cfa.Plain} {
		ts, object := typesOf(t, layout.LP64, head+decl+"; int main(void) { return sizeof x; }")
		if got := ts.Order(object("x").Type()); got != want {
			t.Errorf("%s: %v, want %v", decl, got, want)
		}
	}
}

// TestDeclaredAs finds the declaration that tells whether an expression is atomic.
func TestDeclaredAs(t *testing.T) {
	const head = "struct s { int m; int *q; } v, *p; int x, a[3], *r, **rr, f(void), *g(void);\n"
	for _, c := range []struct {
		expr, name string
		steps      int
	}{
		{"x", "x", 0}, {"(x)", "x", 0}, {"a[1]", "a", 1}, {"1[a]", "a", 1}, {"*a", "a", 1}, {"*r", "r", 1},
		{"**rr", "rr", 2}, {"*(r + 1)", "r", 1}, {"*(1 + r)", "r", 1}, {"rr[1][2]", "rr", 2}, {"v.m", "m", 0},
		{"p->m", "m", 0}, {"*p->q", "q", 1}, {"*g()", "g", 2}, {"*r++", "r", 1}, {"*++r", "r", 1},
		{"*(x ? r : 0)", "r", 1}, {"*(r = a)", "r", 1}, {"*(int *)r", "", 0}, {"1", "", 0},
	} {
		_, _, ast := parsed(t, layout.LP64, head+"int main(void) { return sizeof("+c.expr+"); }")
		var operand cc.ExpressionNode
		syntax.WalkUnit(ast, func(n cc.Node) bool {
			if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionSizeofExpr {
				operand = x.UnaryExpression
			}
			return operand == nil
		})
		name := ""
		d, steps := repr.DeclaredAs(operand)
		if d != nil {
			name = d.Name()
		}
		if name != c.name || name != "" && steps != c.steps {
			t.Errorf("%s: %d steps from %q, want %d from %q", c.expr, steps, name, c.steps, c.name)
		}
	}
}
