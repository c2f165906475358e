package numbers

import (
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/smt/native/internal/linear"
)

// Table holds the unknowns and the atoms over one graph of gates.
type Table struct {
	Vars  linear.Vars
	Atoms []Atom

	g       *aig.Graph
	input   func(id int32) aig.Lit // makes the input of an atom
	info    []unknown              // by unknown
	gates   map[string]aig.Lit     // comparisons
	derived map[string]linear.Form // quotients, rounded numbers, bits
	bits    map[string][]aig.Lit   // of numbers
	key     []byte
}

// Atom is an input of the graph. It is the truth of a linear atom, or a bit of a number.
type Atom struct {
	Lit     aig.Lit
	Linear  linear.Atom // without terms for a bit
	Axiom   aig.Lit     // of a bit: what makes it one
	isBit   bool
	integer linear.Form // of a bit: the number
	all     []aig.Lit   // of a bit: all bits of the number
}

// unknown is what an unknown stands for.
type unknown struct {
	kind    kind
	tainted bool  // its value depends on atoms, or on what the caller says
	leaves  int32 // of a choice: the ways through it, at most manyLeaves
	cond    aig.Lit
	a, b    linear.Form // of a choice: if cond, else; of others: a is the operand
	by      rational.Rat
	lo, hi  rational.Rat // of a choice that is bounded
	within  bool         // lo <= the unknown <= hi
}

type kind uint8

const (
	free kind = iota
	choice
	quotient // by times the unknown is the greatest multiple of by that is at most a
	floor
)

// NewTable returns an empty table. The function makes the input of an atom of the given number.
func NewTable(g *aig.Graph, input func(id int32) aig.Lit) Table {
	return Table{g: g, input: input}
}

// Reset forgets all: the graph was emptied.
func (t *Table) Reset() {
	t.Vars.Reset()
	*t = Table{Vars: t.Vars, g: t.g, input: t.input, info: t.info[:0]}
}

// Unknown makes a free unknown, an integer or a real.
func (t *Table) Unknown(integer bool) linear.Form { return linear.Of(t.newVar(unknown{}, integer)) }

// Dependent makes an unknown that the caller gives a meaning by axioms of its own.
func (t *Table) Dependent(integer bool) linear.Var {
	return t.newVar(unknown{tainted: true}, integer)
}

// Tainted reports that the value of f, other than that of a free unknown, is only right in a model if its
// unknowns and their axioms took part in the search.
func (t *Table) Tainted(f linear.Form) bool {
	for _, m := range f.Terms {
		if t.info[m.Var].tainted {
			return true
		}
	}
	return false
}

func (t *Table) newVar(u unknown, integer bool) linear.Var {
	t.info = append(t.info, u)
	return t.Vars.Add(integer)
}

// Axiom returns what must hold for v to be what it stands for; aig.True if it is free.
func (t *Table) Axiom(v linear.Var) aig.Lit {
	u := t.info[v]
	x := linear.Of(v)
	g := t.g
	switch u.kind {
	case choice:
		l := g.And(g.Implies(u.cond, t.equal(x.Sub(u.a), true)),
			g.Implies(u.cond.Neg(), t.equal(x.Sub(u.b), true)))
		if u.within {
			l = g.And(l, t.atMost(x.Plus(u.hi.Neg()), false, true))
			l = g.And(l, t.atMost(linear.Number(u.lo).Sub(x), false, true))
		}
		return l
	case quotient:
		multiple := x.Scale(u.by)
		return g.And(t.AtMost(multiple.Sub(u.a), false),
			t.AtMost(u.a.Sub(multiple).Plus(u.by.Neg()), true))
	case floor:
		return g.And(t.AtMost(x.Sub(u.a), false), t.AtMost(u.a.Sub(x).Plus(rational.Of(-1)), true))
	}
	return aig.True
}

// derive returns the unknown that u describes, a new one if there is none yet.
func (t *Table) derive(u unknown, integer bool) linear.Form {
	key := append(t.key[:0], byte(u.kind))
	key = u.a.Key(key)
	key = linear.Number(u.by).Key(key)
	if u.kind == choice {
		key = u.b.Key(append(key, byte(u.cond), byte(u.cond>>8), byte(u.cond>>16), byte(u.cond>>24)))
	}
	t.key = key
	if f, ok := t.derived[string(key)]; ok {
		return f
	}
	u.tainted = t.Tainted(u.a) || t.Tainted(u.b) || t.g.Tainted(u.cond)
	f := linear.Of(t.newVar(u, integer))
	if t.derived == nil {
		t.derived = map[string]linear.Form{}
	}
	t.derived[string(key)] = f
	return f
}

// Meaning says how the value of an unknown that took no part in the search follows from others.
type Meaning struct {
	Choice bool // Cond decides between A and B; else it is the floor of A / By, or free if By is zero
	Cond   aig.Lit
	A, B   linear.Form
	By     rational.Rat
}

// Meaning returns what v stands for.
func (t *Table) Meaning(v linear.Var) Meaning {
	u := &t.info[v]
	switch u.kind {
	case choice:
		return Meaning{Choice: true, Cond: u.cond, A: u.a, B: u.b}
	case quotient:
		return Meaning{A: u.a, By: u.by}
	case floor:
		return Meaning{A: u.a, By: rational.Of(1)}
	}
	return Meaning{}
}
