package term

import (
	"iter"
	"slices"
)

// walker finds the subterms of terms, each once. It has a stack of its own, as terms are deep.
type walker struct {
	seen  memo[struct{}]
	stack []Term
}

// push has terms come next, the first one first.
func (w *walker) push(ts []Term) {
	for _, t := range slices.Backward(ts) {
		w.stack = append(w.stack, t)
	}
}

// next returns a term that was not there before, or None when there is none left.
func (w *walker) next() Term {
	for len(w.stack) > 0 {
		t := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if _, known := w.seen.get(t); !known {
			w.seen.put(t, struct{}{})
			return t
		}
	}
	return None
}

// Subterms yields the terms and all that they are made of: each once, before its operands, in the order of
// first occurrence from left to right.
func (s *Store) Subterms(ts ...Term) iter.Seq[Term] {
	return func(yield func(Term) bool) {
		var w walker
		w.push(ts)
		for t := w.next(); t != None && yield(t); t = w.next() {
			w.push(s.Args(t))
		}
	}
}

// Contains reports whether x is t or among its subterms.
func (s *Store) Contains(t, x Term) bool {
	for u := range s.Subterms(t) {
		if u == x {
			return true
		}
	}
	return false
}

// Walk visits terms in the order of [Store.Subterms]. Operands follow of those terms alone for which visit
// returns true.
func (s *Store) Walk(visit func(Term) bool, ts ...Term) {
	var w walker
	w.push(ts)
	for t := w.next(); t != None; t = w.next() {
		if visit(t) {
			w.push(s.Args(t))
		}
	}
}

// Symbols returns the free symbols of the terms, each once, in the order of their
// first occurrence from left to right.
func (s *Store) Symbols(ts ...Term) []Term { return s.AppendSymbols(nil, ts...) }

// AppendSymbols appends [Store.Symbols] to a slice.
func (s *Store) AppendSymbols(syms []Term, ts ...Term) []Term {
	// Most terms are small: what is needed for them is on the stack, so this is no walker.
	var room [32]Term
	var keys [64]Term
	var vals [len(keys)]struct{}
	seen := memo[struct{}]{keys: keys[:], vals: vals[:]}
	left := room[:0]
	push := func(ts []Term) {
		for i := len(ts) - 1; i >= 0; i-- {
			if n := s.node(ts[i]); n.numArgs() > 0 || n.op() == OpSymbol {
				left = append(left, ts[i])
			}
		}
	}
	for push(ts); len(left) > 0; {
		t := left[len(left)-1]
		left = left[:len(left)-1]
		if _, known := seen.get(t); known {
			continue
		}
		seen.put(t, struct{}{})
		n := s.node(t)
		if n.op() == OpSymbol {
			syms = append(syms, t)
		}
		push(s.args(n))
	}
	return syms
}

// Conjuncts returns formulas whose conjunction is that of ts, each once. It takes conjunctions apart, and
// negations of disjunctions; true has no conjuncts.
func (s *Store) Conjuncts(ts ...Term) []Term { return s.apart(ts, OpAnd, OpOr, trueTerm) }

// Disjuncts returns formulas whose disjunction is that of ts, each once. It takes disjunctions apart, and
// negations of conjunctions; false has no disjuncts.
func (s *Store) Disjuncts(ts ...Term) []Term { return s.apart(ts, OpOr, OpAnd, falseTerm) }

func (s *Store) apart(ts []Term, op, dual Op, unit Term) []Term {
	var out []Term
	var w walker
	w.push(ts)
	for t := w.next(); t != None; t = w.next() {
		switch {
		case t == unit:
		case s.Op(t) == op:
			w.push(s.Args(t))
		case s.Op(t) == OpNot && s.Op(s.Arg(t, 0)) == dual:
			for _, a := range slices.Backward(s.Args(s.Arg(t, 0))) {
				w.stack = append(w.stack, s.Not(a))
			}
		default:
			out = append(out, t)
		}
	}
	return out
}

// A Finder says of terms whether something is among their subterms. What it found out it remembers.
type Finder struct {
	s      *Store
	wanted func(Term) bool
	found  memo[bool]
	stack  []Term
}

// NewFinder returns a finder of the terms for which wanted returns true.
func NewFinder(s *Store, wanted func(Term) bool) *Finder { return &Finder{s: s, wanted: wanted} }

// In reports whether t is one of the terms, or one of them is among its subterms.
func (f *Finder) In(t Term) bool {
	f.stack = append(f.stack[:0], t)
	for len(f.stack) > 0 {
		t := f.stack[len(f.stack)-1]
		top := len(f.stack)
		if _, known := f.found.get(t); !known {
			has := f.wanted(t)
			for _, a := range f.s.Args(t) {
				in, known := f.found.get(a)
				if has = has || in; !known {
					f.stack = append(f.stack, a)
				}
			}
			if len(f.stack) > top && !has {
				continue
			}
			f.found.put(t, has)
		}
		f.stack = f.stack[:top-1]
	}
	has, _ := f.found.get(t)
	return has
}
