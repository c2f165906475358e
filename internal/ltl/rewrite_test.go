package ltl

import (
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// formula writes a node as a formula again.
func (s *nodes) formula(f *node) *Formula {
	op := map[form]Op{formTrue: True, formFalse: False, formAnd: And, formOr: Or, formNext: Next,
		formUntil: Until, formRelease: Release}[f.form]
	if f.form == formLiteral {
		g := &Formula{Op: Proposition, Atom: s.atoms[f.atom]}
		if f.neg {
			return Negation(g)
		}
		return g
	}
	g := &Formula{Op: op}
	for i, h := range f.args {
		switch {
		case i == 0:
			g.Left = s.formula(h)
		case i == 1:
			g.Right = s.formula(h)
		default: // a conjunction or disjunction of three or more
			g = &Formula{Op: op, Left: g, Right: s.formula(h)}
		}
	}
	return g
}

// TestRules: formulas that a rule makes one are one node, and equal in lassos.
func TestRules(t *testing.T) {
	for _, c := range []struct{ left, right string }{
		{"a && b && a", "b && a"},
		{"a && !a", "false"},
		{"a || !a", "true"},
		{"a && (!a || b)", "a && b"},
		{"a || (!a && b)", "a || b"},
		{"!a && (a U b)", "!a && b"},
		{"a && (a R b)", "a && b"},
		{"a || (!a R b)", "a || b"},
		{"a || (a U b)", "a || b"},
		{"X true", "true"},
		{"X a && X b", "X (a && b)"},
		{"X a || X b", "X (a || b)"},
		{"X G F a", "G F a"},
		{"X (a && F G b)", "X a && F G b"},
		{"X (a || F G b)", "X a || F G b"},
		{"a U true", "true"},
		{"false U a", "a"},
		{"a U F b", "F b"},
		{"a R G b", "G b"},
		{"a U (a U b)", "a U b"},
		{"(a U b) U b", "a U b"},
		{"F (a U b)", "F b"},
		{"G (a R b)", "G b"},
		{"(a && b) U (b U c)", "(a && b) U (b U c)"},
		{"b U ((a && b) U c)", "b U c"},
		{"!b U b", "F b"},
		{"(a && !b) U b", "a U b"},
		{"(a || b) U b", "a U b"},
		{"X a U X b", "X (a U b)"},
		{"F X a", "X F a"},
		{"G X a", "X G a"},
		{"a U (b && G F c)", "(a U b) && G F c"},
		{"a U (b || F c)", "(a U b) || F c"},
		{"a R (b && G c)", "(a R b) && G c"},
		{"G (a || F G b)", "G a || F G b"},
		{"F (a && G F b)", "F a && G F b"},
		{"G a && G b", "G (a && b)"},
		{"F a || F b", "F (a || b)"},
		{"F G a && F G b", "F G (a && b)"},
		{"G F a || G F b", "G F (a || b)"},
		{"(a U c) && (b U c)", "(a && b) U c"},
		{"(a R b) && (a R c)", "a R (b && c)"},
		{"F G F a", "G F a"},
		{"G F G a", "F G a"},
		{"a W b", "b R (a || b)"},
		{"!(a U b)", "!a R !b"},
		{"!X a", "X !a"},
		{"F a && a", "a"},
		{"G a && F a", "G a"},
		{"(a <-> b) && (a <-> !b)", "false"},
	} {
		left, err := Parse(c.left)
		if err != nil {
			t.Fatal(err)
		}
		right, err := Parse(c.right)
		if err != nil {
			t.Fatal(err)
		}
		s := newNodes((&Formula{Op: And, Left: left, Right: right}).Atoms())
		f, g := s.normal(left), s.normal(right)
		if f != g {
			t.Errorf("%s is %s, but %s is %s", left, s.formula(f), right, s.formula(g))
		}
		if s.not(s.normal(Negation(left))) != f {
			t.Errorf("the negation of %s is %s", left, s.formula(s.normal(Negation(left))))
		}
		r := seeded(1, 7)
		for range 50 {
			w := randomLasso(r, len(s.atoms))
			if holds(left, s.atoms, w) != holds(right, s.atoms, w) {
				t.Errorf("%s and %s differ in %v", left, right, w)
			}
		}
	}
}

// TestRewriteRandom: what is known of formulas is true in lassos: that normal forms have the same value,
// that one implies another, that one is a pure eventuality or universal.
func TestRewriteRandom(t *testing.T) {
	for seed := range testflag.Seeds(120) {
		r := seeded(seed, 8)
		f, g := randomFormula(r, 4, 2), randomFormula(r, 3, 2)
		s := newNodes([]Atom{{Text: "a"}, {Text: "b"}})
		m, n := s.normal(f), s.normal(g)
		var lassos []lasso
		for range 20 {
			lassos = append(lassos, randomLasso(r, 2))
		}
		for _, w := range lassos {
			if holds(f, s.atoms, w) != holds(s.formula(m), s.atoms, w) {
				t.Errorf("seed %d: %s became %s, which differs in %v", seed, f, s.formula(m), w)
			}
		}
		made := []*node{m, n, s.and(m, n), s.or(m, n), s.until(m, n), s.release(m, n), s.next(m)}
		for _, x := range made {
			for _, w := range lassos {
				v := values(s.formula(x), s.atoms, w)
				for i := range v {
					if later := v[w.next(i)]; x.universal && v[i] && !later || x.eventual && later && !v[i] {
						t.Errorf("seed %d: %s is eventual %v, universal %v; not so in %v", seed, s.formula(x),
							x.eventual, x.universal, w)
					}
				}
			}
			for _, y := range made {
				if !s.implies(x, y) {
					continue
				}
				for _, w := range lassos {
					if holds(s.formula(x), s.atoms, w) && !holds(s.formula(y), s.atoms, w) {
						t.Errorf("seed %d: %s does not imply %s in %v", seed, s.formula(x), s.formula(y), w)
					}
				}
			}
		}
	}
}
