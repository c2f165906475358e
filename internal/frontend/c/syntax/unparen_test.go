package syntax_test

import (
	"testing"

	"whittle.dev/internal/frontend/c/syntax"
)

// TestUnparen removes what changes nothing around expressions; doing it again finds nothing more.
func TestUnparen(t *testing.T) {
	rows := []struct{ text, unwrapped, bare, uncast string }{
		{"x", "x", "x", "x"}, {"((x))", "((x))", "x", "x"}, {"(x + 1)", "(x + 1)", "x + 1", "x + 1"},
		{"(x, 1)", "(x, 1)", "(x, 1)", "(x, 1)"}, {"((x, 1))", "((x, 1))", "(x, 1)", "(x, 1)"},
		{"(char)((x))", "(char)((x))", "(char)((x))", "x"},
		{"((int)(char)x)", "((int)(char)x)", "(int)(char)x", "x"},
		{"-(x)", "-(x)", "-(x)", "-(x)"}, {"_Generic(x, int: (x), default: 0)",
			"_Generic(x, int: (x), default: 0)",
			"x", "x"},
	}
	var texts []string
	for _, r := range rows {
		texts = append(texts, r.text)
	}
	for i, e := range parseExpressions(t, "int x;", texts...) {
		r := rows[i]
		if got := syntax.Source(syntax.Unwrap(e)); got != r.unwrapped && r.bare != "x" {
			t.Errorf("%s: unwrapped %s", r.text, got)
		}
		bare, uncast := syntax.Unparen(e), syntax.Uncast(e)
		if syntax.Source(bare) != r.bare || syntax.Source(uncast) != r.uncast {
			t.Errorf("%s: %s, %s", r.text, syntax.Source(bare), syntax.Source(uncast))
		}
		if syntax.Unparen(bare) != bare || syntax.Uncast(uncast) != uncast || syntax.Unwrap(bare) != bare {
			t.Errorf("%s: there is more to remove the second time", r.text)
		}
	}
}
