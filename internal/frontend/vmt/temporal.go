package vmt

import (
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/ltl"
	kinds "whittle.dev/internal/property"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// temporal has the applications of operators of temporal logic. Each is a symbol of sort Bool, the same for
// the same operands, so that they can be under let and in definitions, and be joined by all that joins truth
// values.
type temporal struct {
	st   *term.Store
	of   map[term.Term]application
	syms map[string]term.Term // by operator and operands
}

type application struct {
	op   ltl.Op
	args []term.Term
}

// operators are those of the language that speak of the future, with how many operands they take.
var operators = map[string]struct {
	op    ltl.Op
	takes int
}{"ltl.X": {ltl.Next, 1}, "ltl.F": {ltl.Finally, 1}, "ltl.G": {ltl.Globally, 1}, "ltl.U": {ltl.Until, 2},
	"ltl.R": {ltl.Release, 2}}

func newTemporal(st *term.Store) *temporal {
	return &temporal{st: st, of: map[term.Term]application{}, syms: map[string]term.Term{}}
}

// isTemporal reports whether a name is that of an operator of temporal logic.
func isTemporal(name string) bool { return strings.HasPrefix(name, "ltl.") }

// apply is the application of an operator; see lib.Definitions.Extend.
func (t *temporal) apply(name string, args []term.Term) (term.Term, bool, error) {
	if !isTemporal(name) {
		return term.None, false, nil
	}
	op, ok := operators[name]
	if !ok {
		return term.None, true, fmt.Errorf("the operator %s is not supported (known: ltl.F, ltl.G, "+
			"ltl.R, ltl.U, ltl.X)", name)
	}
	if len(args) != op.takes {
		return term.None, true, fmt.Errorf("%s takes %d operands, not %d", name, op.takes, len(args))
	}
	key := name
	for _, a := range args {
		if !t.st.Sort(a).IsBool() {
			return term.None, true, fmt.Errorf("an operand of %s has sort %s, not Bool", name,
				t.st.SortString(t.st.Sort(a)))
		}
		key += fmt.Sprint(" ", int(a))
	}
	if t.syms[key] == term.None {
		t.syms[key] = t.st.Fresh(name, term.Bool)
		t.of[t.syms[key]] = application{op.op, slices.Clone(args)}
	}
	return t.syms[key], true, nil
}

// in reports whether an application is in a term.
func (t *temporal) in(x term.Term) bool {
	return slices.ContainsFunc(t.st.Symbols(x), func(y term.Term) bool {
		_, ok := t.of[y]
		return ok
	})
}

// temporals are the properties of infinite runs.
func (r *reader) temporals() ([]transition.Temporal, error) {
	var out []transition.Temporal
	for _, p := range r.sorted(live, ltlFormula) {
		f := transition.Temporal{Property: kinds.Property(p.key), Number: p.number}
		f.Name, f.Pos = r.nameOf(p.formula, p.pos, fmt.Sprintf("property %d", p.number))
		b := &formulaBuilder{reader: r, done: map[term.Term]*ltl.Formula{}}
		if p.key == live {
			if r.temporal.in(p.formula) {
				return nil, errorAt(p.pos, "the formula under :%s has an operator of temporal logic", live)
			}
			f.Formula = unary(ltl.Finally, unary(ltl.Globally, b.formula(p.formula)))
		} else {
			f.Formula = b.formula(p.formula)
		}
		if b.unsupported != "" {
			return nil, errorAt(p.pos, "an operator of temporal logic stands below %s", b.unsupported)
		}
		for _, a := range f.Formula.Atoms() {
			f.Atoms = append(f.Atoms, b.atoms[a])
		}
		out = append(out, f)
	}
	return out, nil
}

// formulaBuilder makes formulas of terms.
type formulaBuilder struct {
	*reader
	done  map[term.Term]*ltl.Formula
	atoms map[ltl.Atom]term.Term
	// unsupported is an operator below which one of temporal logic stands.
	unsupported string
}

func unary(op ltl.Op, f *ltl.Formula) *ltl.Formula { return &ltl.Formula{Op: op, Left: f} }

func binary(op ltl.Op, f, g *ltl.Formula) *ltl.Formula {
	return &ltl.Formula{Op: op, Left: f, Right: g}
}

// formula is the formula that a term is.
func (b *formulaBuilder) formula(t term.Term) *ltl.Formula {
	if f := b.done[t]; f != nil {
		return f
	}
	f := b.apart(t)
	b.done[t] = f
	return f
}

func (b *formulaBuilder) apart(t term.Term) *ltl.Formula {
	if a, ok := b.temporal.of[t]; ok {
		if len(a.args) == 1 {
			return unary(a.op, b.formula(a.args[0]))
		}
		return binary(a.op, b.formula(a.args[0]), b.formula(a.args[1]))
	}
	switch {
	case b.st.IsTrue(t):
		return &ltl.Formula{Op: ltl.True}
	case b.st.IsFalse(t):
		return &ltl.Formula{Op: ltl.False}
	case !b.temporal.in(t):
		return b.atom(t)
	}
	args := b.st.Args(t)
	switch op := b.st.Op(t); {
	case op == term.OpNot:
		return unary(ltl.Not, b.formula(args[0]))
	case op == term.OpAnd || op == term.OpOr:
		join := map[term.Op]ltl.Op{term.OpAnd: ltl.And, term.OpOr: ltl.Or}[op]
		f := b.formula(args[0])
		for _, a := range args[1:] {
			f = binary(join, f, b.formula(a))
		}
		return f
	case op == term.OpEq && b.st.Sort(args[0]).IsBool():
		return binary(ltl.Iff, b.formula(args[0]), b.formula(args[1]))
	case op == term.OpIte:
		c := b.formula(args[0])
		return binary(ltl.Or, binary(ltl.And, c, b.formula(args[1])),
			binary(ltl.And, unary(ltl.Not, c), b.formula(args[2])))
	}
	b.unsupported = b.st.Op(t).String()
	return &ltl.Formula{Op: ltl.False}
}

// atom is the proposition that a term holds, by the name that it has.
func (b *formulaBuilder) atom(t term.Term) *ltl.Formula {
	a := ltl.Atom{Kind: ltl.Expression, Text: b.st.String(t)}
	if def, ok := b.defs.NameOf(t); ok && !strings.HasPrefix(def.Name, ".") {
		a = ltl.Atom{Kind: ltl.Name, Text: def.Name}
	} else if b.st.Op(t) == term.OpNot {
		return unary(ltl.Not, b.formula(b.st.Arg(t, 0)))
	}
	if b.atoms == nil {
		b.atoms = map[ltl.Atom]term.Term{}
	}
	b.atoms[a] = t
	return &ltl.Formula{Op: ltl.Proposition, Atom: a}
}
