package syntax_test

import (
	"testing"

	"whittle.dev/internal/frontend/c/syntax"
)

// TestKindsOfExpressions: which expressions call, which change something themselves, which designate an
// object.
func TestKindsOfExpressions(t *testing.T) {
	const head = "struct s { int m; } s, *p, g(void); int x, a[3], f(int); int (*h)(int);"
	rows := []struct {
		text           string
		callee         string
		call, act, obj bool
	}{
		{"x", "", false, false, true}, {"f(1)", "f", true, false, false},
		{"(*f)(1)", "f", true, false, false},
		{"(&f)(1)", "f", true, false, false}, {"(f)(1)", "f", true, false, false},
		{"h(1)", "", true, false, false},
		{"x + f(2)", "", true, false, false}, {"x = 1", "", false, true, false},
		{"x++", "", false, true, false},
		{"--x", "", false, true, false}, {"a[x++]", "", false, true, true}, {"-x", "", false, false, false},
		{"*a", "", false, false, true}, {"a[1]", "", false, false, true}, {"s.m", "", false, false, true},
		{"p->m", "", false, false, true}, {"g().m", "", true, false, false}, {"(x)", "", false, false, true},
		{"(struct s){ 1 }", "", false, false, true}, {"(x, x)", "", false, false, false},
		{"1", "", false, false, false},
		{"\"abc\"", "", false, false, true}, {"&x", "", false, false, false},
	}
	var texts []string
	for _, r := range rows {
		texts = append(texts, r.text)
	}
	for i, e := range parseExpressions(t, head, texts...) {
		r := rows[i]
		if syntax.HasCall(e) != r.call || syntax.HasEffect(e) != r.act || syntax.IsLvalue(e) != r.obj {
			t.Errorf("%s: call %v, effect %v, object %v", r.text, syntax.HasCall(e), syntax.HasEffect(e),
				syntax.IsLvalue(e))
		}
		name := ""
		if d := syntax.Called(syntax.Unparen(e)); d != nil {
			name = d.Name()
		}
		if name != r.callee {
			t.Errorf("%s calls %q", r.text, name)
		}
		if d := syntax.AddressedVariable(e); (d != nil) != (r.text == "&x") {
			t.Errorf("%s: the address of %v", r.text, d)
		}
	}
}
