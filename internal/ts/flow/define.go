package flow

import "whittle.dev/term"

// Definition is what makes assignments of relations. If a conjunct of the guard of an edge says what an
// input is, in = t, then the input is replaced by t everywhere: "exists in: in = t and rest(in)" is rest(t).
// For x' = x + 1, and for x' - x = 1, the edge then assigns x + 1 to x and has an input less.

// define replaces the inputs of an edge that its guard defines, until it defines none.
func (b *builder) define(e *Edge) *Edge {
	for {
		if g := propagate(b.st, e.Guard); g != e.Guard {
			c := *e
			c.Guard = g
			e = &c
		}
		d := definer{st: b.st, input: map[term.Term]bool{}, used: map[term.Term]bool{},
			defs: map[term.Term]term.Term{}}
		for _, in := range e.Inputs {
			d.input[in] = true
		}
		for _, c := range b.st.Conjuncts(e.Guard) {
			d.conjunct(c)
		}
		if len(d.defs) == 0 {
			return e
		}
		e = b.replaced(e, d.defs)
	}
}

// propagate makes the conjuncts of a conjunction that are literals true in the others, until there is nothing
// to do: c and (not c or x' = x + 1) is c and x' = x + 1.
func propagate(st *term.Store, t term.Term) term.Term {
	for st.Op(t) == term.OpAnd {
		units, literals, rest := map[term.Term]term.Term{}, []term.Term(nil), []term.Term(nil)
		for _, c := range st.Args(t) {
			switch op := st.Op(c); {
			case op == term.OpNot && st.Op(st.Arg(c, 0)) != term.OpAnd:
				units[st.Arg(c, 0)] = st.False()
				literals = append(literals, c)
			case op == term.OpOr || op == term.OpNot || op == term.OpIte:
				rest = append(rest, c)
			default:
				units[c] = st.True()
				literals = append(literals, c)
			}
		}
		if len(units) == 0 || len(rest) == 0 {
			return t
		}
		sub := term.NewSubstituter(st, units)
		for i, c := range rest {
			rest[i] = sub.Apply(c)
		}
		next := st.And(append(literals, rest...)...)
		if next == t {
			return t
		}
		t = next
	}
	return t
}

// definer collects definitions that may be replaced at once: no image mentions a symbol that is defined.
type definer struct {
	st    *term.Store
	input map[term.Term]bool      // the symbols that may be defined
	defs  map[term.Term]term.Term // what they are
	used  map[term.Term]bool      // the symbols of the images
}

// conjunct notes what a conjunct defines.
func (d *definer) conjunct(c term.Term) {
	switch d.st.Op(c) {
	case term.OpSymbol:
		d.note(c, d.st.True())
	case term.OpNot:
		d.note(d.st.Arg(c, 0), d.st.False())
	case term.OpEq:
		x, y := d.st.Arg(c, 0), d.st.Arg(c, 1)
		if !d.note(x, y) && !d.note(y, x) && !d.solve(x, y) {
			d.solve(y, x)
		}
	}
}

// note notes that an input is t. It is false if that is no definition, or cannot be used together with those
// that there are.
func (d *definer) note(sym, t term.Term) bool {
	if !d.input[sym] || d.used[sym] || d.defs[sym] != term.None {
		return false
	}
	symbols := d.st.Symbols(t)
	for _, s := range symbols {
		if s == sym || d.defs[s] != term.None {
			return false
		}
	}
	for _, s := range symbols {
		d.used[s] = true
	}
	d.defs[sym] = t
	return true
}

// solve solves sum = other for an input that is a summand with the coefficient 1 or -1.
func (d *definer) solve(sum, other term.Term) bool {
	parts := summands(d.st, sum, false, nil)
	if len(parts) < 2 {
		return false
	}
	for i, s := range parts {
		if !d.input[s.t] {
			continue
		}
		rest := append(append([]summand(nil), parts[:i]...), parts[i+1:]...)
		for k := range rest { // sym = other - rest, or -sym = other - rest
			rest[k].negative = rest[k].negative == s.negative
		}
		t := other
		if s.negative {
			t = d.minus(d.minus(other, other), other)
		}
		for _, r := range rest {
			if r.negative {
				t = d.minus(t, r.t)
			} else {
				t = d.plus(t, r.t)
			}
		}
		if d.note(s.t, t) {
			return true
		}
	}
	return false
}

func (d *definer) plus(x, y term.Term) term.Term {
	if d.st.Sort(x).IsBitVec() {
		return d.st.BVAdd(x, y)
	}
	return d.st.IntAdd(x, y)
}

func (d *definer) minus(x, y term.Term) term.Term {
	if d.st.Sort(x).IsBitVec() {
		return d.st.BVSub(x, y)
	}
	return d.st.IntSub(x, y)
}

// summand is a term of a sum, with its sign.
type summand struct {
	t        term.Term
	negative bool
}

// summands appends those of a sum of bit-vectors or numbers; of another term, the term.
func summands(st *term.Store, t term.Term, negative bool, out []summand) []summand {
	switch st.Op(t) {
	case term.OpBVAdd, term.OpAdd:
		for _, a := range st.Args(t) {
			out = summands(st, a, negative, out)
		}
		return out
	case term.OpBVSub:
		return summands(st, st.Arg(t, 1), !negative, summands(st, st.Arg(t, 0), negative, out))
	case term.OpBVNeg:
		return summands(st, st.Arg(t, 0), !negative, out)
	case term.OpMul, term.OpBVMul:
		for i := range st.Args(t) {
			if st.NumArgs(t) == 2 && isMinusOne(st, st.Arg(t, i)) {
				return summands(st, st.Arg(t, 1-i), !negative, out)
			}
		}
	}
	return append(out, summand{t, negative})
}

func isMinusOne(st *term.Store, t term.Term) bool {
	if !st.IsConst(t) {
		return false
	}
	if sort := st.Sort(t); sort.IsBitVec() {
		return t == st.BVNeg(st.BV(sort.Width(), 1))
	}
	r := st.ConstRat(t)
	return r != nil && r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == -1
}
