package numbers

import (
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
)

// AtMost returns the literal of f <= 0, or of f < 0 if strict.
func (t *Table) AtMost(f linear.Form, strict bool) aig.Lit { return t.atMost(f, strict, false) }

// Equal returns the literal of f = 0.
func (t *Table) Equal(f linear.Form) aig.Lit { return t.equal(f, false) }

// atMost is AtMost; opaque: choices are not looked through.
func (t *Table) atMost(f linear.Form, strict, opaque bool) aig.Lit {
	a, is := t.Vars.Compare(f, strict)
	switch is {
	case linear.IsTrue:
		return aig.True
	case linear.IsFalse:
		return aig.False
	}
	cond := aig.Lit(0)
	if !opaque {
		cond = t.split(f)
	}
	key := t.keyOf(&a, 'a', cond == 0)
	l, ok := t.gates[key]
	if !ok {
		if cond != 0 {
			l = t.g.Ite(cond, t.AtMost(t.choose(f, cond), strict),
				t.AtMost(t.choose(f, cond.Neg()), strict))
			if is == linear.IsNegated {
				l = l.Neg()
			}
		} else {
			l = t.atom(a)
		}
		t.remember(key, l)
	}
	if is == linear.IsNegated {
		l = l.Neg()
	}
	return l
}

func (t *Table) equal(f linear.Form, opaque bool) aig.Lit {
	atMost, less, known := t.Vars.Equation(f)
	switch known {
	case linear.IsTrue:
		return aig.True
	case linear.IsFalse:
		return aig.False
	}
	cond := aig.Lit(0)
	if !opaque {
		cond = t.split(f)
	}
	if cond == 0 {
		return t.g.And(t.comparison(&atMost), t.comparison(&less).Neg())
	}
	key := t.keyOf(&atMost, 'e', false)
	l, ok := t.gates[key]
	if !ok {
		l = t.g.Ite(cond, t.Equal(t.choose(f, cond)), t.Equal(t.choose(f, cond.Neg())))
		t.remember(key, l)
	}
	return l
}

// comparison returns the literal of an atom without choices, or in which they are opaque.
func (t *Table) comparison(a *linear.Atom) aig.Lit {
	key := t.keyOf(a, 'a', true)
	l, ok := t.gates[key]
	if !ok {
		l = t.atom(*a)
		t.remember(key, l)
	}
	return l
}

// keyOf returns the text by which a comparison is found.
func (t *Table) keyOf(a *linear.Atom, what byte, plain bool) string {
	if plain {
		what -= 'a' - 'A'
	}
	t.key = a.Key(append(t.key[:0], what))
	return string(t.key)
}

func (t *Table) remember(key string, l aig.Lit) {
	if t.gates == nil {
		t.gates = map[string]aig.Lit{}
	}
	t.gates[key] = l
}

// atom makes the input of an atom.
func (t *Table) atom(a linear.Atom) aig.Lit {
	id := int32(len(t.Atoms))
	l := t.input(id)
	t.Atoms = append(t.Atoms, Atom{Lit: l, Linear: a, Axiom: aig.True})
	return l
}
