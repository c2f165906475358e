package syntax_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
)

// TestNodeSource compares the text of nodes with what the parser makes of it.
func TestNodeSource(t *testing.T) {
	units, err := parse.Program(context.Background(), parse.Config{Needs: library.Needs{Entry: "main"},
		Inputs: []parse.Input{{File: "../testdata/run/structs.c"}}, Read: os.ReadFile}, &source.Files{},
		&source.Diagnostics{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	syntax.Walk(units[0].AST.TranslationUnit, func(x cc.Node) bool {
		if e, ok := x.(cc.ExpressionNode); ok {
			n++
			if got, want := syntax.Source(e), cc.NodeSource(e); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if last := syntax.LastToken(e); !strings.HasSuffix(syntax.Source(e), last.SrcStr()) {
				t.Errorf("%q ends in %q", syntax.Source(e), last.SrcStr())
			}
		}
		return true
	})
	if n < 50 {
		t.Errorf("only %d expressions", n)
	}
}

// TestExcerpt: an excerpt is one line that is not long.
func TestExcerpt(t *testing.T) {
	long := "x" + strings.Repeat(" + 123", 30)
	texts := []string{"x  +\n\t1", long, "x + " + strings.Repeat("9", 8)}
	want := []string{"x + 1", long[:80] + "...", "x + 99999999"}
	for i, e := range parseExpressions(t, "int x;", texts...) {
		if got := syntax.Excerpt(e); strings.TrimRight(got, ". ") != strings.TrimRight(want[i], ". ") {
			t.Errorf("%q: %q, want %q", texts[i], got, want[i])
		}
	}
}

// TestPlace names what expressions designate, and tells whether it is reached through a pointer.
func TestPlace(t *testing.T) {
	const head = "struct s { int m, a[3]; struct s *n; } s, *p, t[2]; int i, *q;"
	rows := []struct {
		text, place string
		through     bool
	}{
		{"i", "i", false}, {"(s).m", "s.m", false}, {"s.n", "s.n", false}, {"p", "p", false},
		{"*q", "*q", true}, {"q[1]", "q[1]", true}, {"p->m", "p->m", true}, {"(*p).m", "(*p).m", true},
		{"s.n->a[1]", "s.n->a[1]", true}, {"t[i].m", "", false}, {"q[i]", "", false}, {"i + 1", "", false},
		{"*(q + 1)", "", false},
	}
	var texts []string
	for _, r := range rows {
		texts = append(texts, r.text)
	}
	for i, e := range parseExpressions(t, head, texts...) {
		r := rows[i]
		place, through, ok := syntax.Place(e)
		if ok != (r.place != "") || ok && (place != r.place || through != r.through) {
			t.Errorf("%s: %q, %v, %v", r.text, place, through, ok)
		}
	}
}
