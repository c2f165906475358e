package term

import "slices"

// Substitute returns t with each term that is a key of m replaced by its image, all at once: images are not
// searched again. Images must have the sorts of their keys. The result is simplified as by the constructors.
func (s *Store) Substitute(t Term, m map[Term]Term) Term {
	return NewSubstituter(s, m).Apply(t)
}

// Substituter applies one substitution to many terms, each shared term once.
type Substituter struct {
	s      *Store
	images bottomUp
	args   []Term
}

// bottomUp finds images of terms from those of their operands, each once. It has a stack of its own, as terms
// are deep.
type bottomUp struct {
	memo[Term]
	stack []Term
}

// of returns the image of t. make returns it, or pushes operands whose images it needs.
func (b *bottomUp) of(t Term, make func(Term) (image Term, ready bool)) Term {
	b.stack = append(b.stack[:0], t)
	for len(b.stack) > 0 {
		t := b.stack[len(b.stack)-1]
		if _, ok := b.get(t); !ok {
			r, ready := make(t)
			if !ready {
				continue
			}
			b.put(t, r)
		}
		b.stack = b.stack[:len(b.stack)-1]
	}
	r, _ := b.get(t)
	return r
}

// push has the image of t made next.
func (b *bottomUp) push(t Term) { b.stack = append(b.stack, t) }

// NewSubstituter returns a substituter for the map, which is copied. It panics if
// the sort of an image is not that of its key.
func NewSubstituter(s *Store, m map[Term]Term) *Substituter {
	u := &Substituter{s: s}
	for from, to := range m {
		if s.Sort(from) != s.Sort(to) {
			panic("term: substitution of " + s.SortString(s.Sort(to)) + " for " + s.SortString(s.Sort(from)))
		}
		u.images.put(from, to)
	}
	return u
}

// Apply returns t with the substitution applied.
func (u *Substituter) Apply(t Term) Term { return u.images.of(t, u.rebuild) }

// rebuild returns t over the images of its operands, if they have one.
func (u *Substituter) rebuild(t Term) (r Term, ready bool) {
	n := u.s.node(t)
	args := u.s.args(n)
	u.args = u.args[:0]
	ready = true
	for _, a := range args {
		r, ok := u.images.get(a)
		switch {
		case ok:
		case u.s.node(a).numArgs() == 0:
			r = a // a symbol or literal that stays
		default:
			u.images.push(a)
			ready = false
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

// applyLike applies the operator of t, a term of src, to operands of s; sort is that of t as a sort of s.
func (s *Store) applyLike(src *Store, t Term, sort Sort, args []Term) Term {
	op := src.Op(t)
	if op.NumParams() == 0 {
		return s.apply(op, sort, nil, args)
	}
	hi, lo := src.Params(t)
	return s.apply(op, sort, []int{hi, lo}[:op.NumParams()], args)
}
