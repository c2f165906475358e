package transition

import (
	"math/big"
	"slices"

	"whittle.dev/term"
)

// definition returns x and e if c is equivalent to x = e, where x is the value of a variable after the step
// that does not occur in e, and which such variables occur there; else None.
func (o *occurrences) definition(c term.Term) (x, value term.Term, in []term.Term) {
	st := o.st
	positive, t := true, c
	if st.Op(t) == term.OpNot {
		positive, t = false, st.Arg(t, 0)
	}
	if o.next(t) {
		return t, st.Bool(positive), nil
	}
	if st.Op(t) != term.OpEq || !o.after(t) {
		return term.None, term.None, nil
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	for range 2 {
		if st.Sort(a).IsBool() {
			x, value = o.isBool(a, b, positive)
		} else if positive {
			x, value = o.solved(a, b)
		}
		if x != term.None {
			if in = o.nexts(value); !slices.Contains(in, x) {
				return x, value, in
			}
		}
		a, b = b, a
	}
	return term.None, term.None, nil
}

// isBool solves a = b, or a != b if not positive, for a.
func (o *occurrences) isBool(a, b term.Term, positive bool) (x, value term.Term) {
	if o.st.Op(a) == term.OpNot {
		a, positive = o.st.Arg(a, 0), !positive
	}
	if !o.next(a) {
		return term.None, term.None
	}
	if !positive {
		b = o.st.Not(b)
	}
	return a, b
}

// solved solves a = b for a variable after the step that is a, or is an addend of it with a factor that
// can be divided by.
func (o *occurrences) solved(a, b term.Term) (x, value term.Term) {
	if o.next(a) {
		return a, b
	}
	switch sort := o.st.Sort(a); {
	case sort.IsBitVec():
		return o.solvedWords(a, b)
	case sort.IsInt(), sort.IsReal():
		return o.solvedNumbers(a, b)
	}
	return term.None, term.None
}

// solvedWords solves x + r = b.
func (o *occurrences) solvedWords(a, b term.Term) (x, value term.Term) {
	if o.st.Op(a) != term.OpBVAdd {
		return term.None, term.None
	}
	value = b
	for todo := []term.Term{a}; len(todo) > 0; {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case o.st.Op(t) == term.OpBVAdd:
			todo = append(todo, o.st.Args(t)...)
		case x == term.None && o.next(t):
			x = t
		default:
			value = o.st.BVSub(value, t)
		}
	}
	return x, value
}

// solvedNumbers solves c*x + r = b. Sums of numbers are normal, so x is in one monomial alone, if it is not
// in other atoms besides.
func (o *occurrences) solvedNumbers(a, b term.Term) (x, value term.Term) {
	st := o.st
	monomials := []term.Term{a}
	if st.Op(a) == term.OpAdd {
		monomials = st.Args(a)
	}
	for _, m := range monomials {
		atom, factor := m, big.NewRat(1, 1)
		if st.Op(m) == term.OpMul && st.NumArgs(m) == 2 && st.IsConst(st.Arg(m, 0)) {
			factor, atom = st.ConstRat(st.Arg(m, 0)), st.Arg(m, 1)
		}
		if !o.next(atom) {
			continue
		}
		value = st.IntSub(b, st.IntSub(a, m)) // = factor * atom
		switch {
		case factor.IsInt() && factor.Num().Cmp(big.NewInt(1)) == 0:
			return atom, value
		case factor.IsInt() && factor.Num().Cmp(big.NewInt(-1)) == 0:
			return atom, st.IntNeg(value)
		case st.Sort(a).IsReal() && factor.Sign() != 0:
			return atom, st.IntMul(st.Real(factor.Inv(factor)), value)
		}
	}
	return term.None, term.None
}

// joined makes one equation of two implications: c or x = a, and not c or x = b, is x = ite(c, b, a). That is
// how some languages write conditional values.
func (o *occurrences) joined(conj []term.Term) []term.Term {
	type half struct{ x, cond term.Term }
	type place struct {
		at    int
		value term.Term
	}
	halves := map[half]place{}
	out, used := slices.Clone(conj), make([]bool, len(conj))
	for i, c := range conj {
		if o.st.Op(c) != term.OpOr || !o.after(c) {
			continue
		}
		for k, d := range o.st.Args(c) {
			x, value, _ := o.definition(d)
			if x == term.None {
				continue
			}
			args := slices.Clone(o.st.Args(c))
			cond := o.st.Or(slices.Delete(args, k, k+1)...)
			if p, ok := halves[half{x, o.st.Not(cond)}]; ok && !used[p.at] {
				out[p.at], out[i] = o.st.True(), o.st.Eq(x, o.st.Ite(cond, p.value, value))
				used[p.at], used[i] = true, true
				break
			}
			halves[half{x, cond}] = place{i, value}
		}
	}
	return slices.DeleteFunc(out, o.st.IsTrue)
}

// occurrences tells in which terms the state after occurs.
type occurrences struct {
	st    *term.Store
	vars  map[term.Term]place
	known *term.Finder // of symbols of variables after the step
}

func (s *System) occurrences() *occurrences {
	o := &occurrences{st: s.Terms, vars: s.bySymbol()}
	o.known = term.NewFinder(s.Terms, o.next)
	return o
}

// next reports whether t is the symbol of a variable after the step.
func (o *occurrences) next(t term.Term) bool { return o.vars[t].next }

// nexts returns the symbols of variables after the step in t.
func (o *occurrences) nexts(t term.Term) []term.Term {
	if !o.after(t) {
		return nil
	}
	return slices.DeleteFunc(o.st.Symbols(t), func(x term.Term) bool { return !o.next(x) })
}

// after reports whether the state after occurs in t.
func (o *occurrences) after(t term.Term) bool { return o.known.In(t) }
