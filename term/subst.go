package term

import "slices"

// Substitute returns t with each term that is a key of m replaced by its image,
// all at once: images are not searched again. Images must have the sorts of their
// keys. The result is simplified as by the constructors.
func (s *Store) Substitute(t Term, m map[Term]Term) Term {
	return NewSubstituter(s, m).Apply(t)
}

// Substituter applies one substitution to many terms, each shared term once.
type Substituter struct {
	s     *Store
	memo  memo[Term]
	stack []Term
	args  []Term
}

// NewSubstituter returns a substituter for the map, which is copied. It panics if
// the sort of an image is not that of its key.
func NewSubstituter(s *Store, m map[Term]Term) *Substituter {
	u := &Substituter{s: s}
	for from, to := range m {
		if s.Sort(from) != s.Sort(to) {
			panic("term: substitution of " + s.SortString(s.Sort(to)) + " for " + s.SortString(s.Sort(from)))
		}
		u.memo.put(from, to)
	}
	return u
}

// Apply returns t with the substitution applied.
func (u *Substituter) Apply(t Term) Term {
	u.stack = append(u.stack[:0], t)
	for len(u.stack) > 0 {
		t := u.stack[len(u.stack)-1]
		if _, ok := u.memo.get(t); !ok {
			r, ready := u.rebuild(t)
			if !ready {
				continue
			}
			u.memo.put(t, r)
		}
		u.stack = u.stack[:len(u.stack)-1]
	}
	r, _ := u.memo.get(t)
	return r
}

// rebuild returns t over the images of its operands, or pushes the operands that
// have none yet.
func (u *Substituter) rebuild(t Term) (r Term, ready bool) {
	n := u.s.node(t)
	args := u.s.args(n)
	u.args = u.args[:0]
	ready = true
	for _, a := range args {
		r, ok := u.memo.get(a)
		if !ok {
			if u.s.node(a).numArgs() > 0 {
				u.stack = append(u.stack, a)
				ready = false
				continue
			}
			r = a // a symbol or literal that stays
		}
		u.args = append(u.args, r)
	}
	switch {
	case !ready:
		return None, false
	case slices.Equal(args, u.args):
		return t, true
	}
	return u.s.applyLike(u.s, t, n.sort(), u.args), true
}

// applyLike applies the operator of t, a term of src, to operands of s; sort is
// that of t as a sort of s.
func (s *Store) applyLike(src *Store, t Term, sort Sort, args []Term) Term {
	op := src.Op(t)
	if op.NumParams() == 0 {
		return s.apply(op, sort, nil, args)
	}
	hi, lo := src.Params(t)
	return s.apply(op, sort, []int{hi, lo}[:op.NumParams()], args)
}

// Symbols returns the free symbols of the terms, each once, in the order of their
// first occurrence from left to right.
func (s *Store) Symbols(ts ...Term) []Term {
	var syms, stack []Term
	var seen memo[struct{}]
	for _, t := range slices.Backward(ts) {
		stack = append(stack, t)
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if _, ok := seen.get(t); ok {
			continue
		}
		seen.put(t, struct{}{})
		n := s.node(t)
		if n.op() == OpSymbol {
			syms = append(syms, t)
		}
		for _, a := range slices.Backward(s.args(n)) {
			stack = append(stack, a)
		}
	}
	return syms
}
