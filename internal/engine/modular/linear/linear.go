package linear

import (
	"maps"
	"slices"

	"whittle.dev/term"
)

// maxWidth is the largest width of sums that are looked into.
const maxWidth = 64

// sum is a sum of terms with factors, and a constant, modulo 2 to a width.
type sum struct {
	of map[term.Term]uint64 // without zeros
	c  uint64
}

// row is an equation: the sum is zero. It was solved for one of its terms, and follows from others.
type row struct {
	sum
	pivot term.Term
	from  map[term.Term]bool
}

// Equations are what is known.
type Equations struct {
	st   *term.Store
	rows map[int][]row // by width, each without the pivots of all others
}

// New takes the equations between bit-vectors among facts.
func New(st *term.Store, facts []term.Term) *Equations {
	e := &Equations{st: st, rows: map[int][]row{}}
	for _, t := range facts {
		if s, w, ok := e.equation(t); ok {
			e.add(s, w, t)
		}
	}
	return e
}

// Implies reports whether an equation follows, and from which.
func (e *Equations) Implies(t term.Term) (from []term.Term, ok bool) {
	s, w, ok := e.equation(t)
	if !ok {
		return nil, false
	}
	used := map[term.Term]bool{}
	e.reduce(&s, w, used)
	if len(s.of) > 0 || s.c != 0 {
		return nil, false
	}
	return slices.Sorted(maps.Keys(used)), true
}

// Facts are those that the equations are made of.
func (e *Equations) Facts() []term.Term {
	var out []term.Term
	for _, rows := range e.rows {
		for i := range rows {
			out = append(out, slices.Collect(maps.Keys(rows[i].from))...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Contradicts looks among facts for one that denies an equation that follows, and tells from which.
func (e *Equations) Contradicts(facts []term.Term) (from []term.Term, ok bool) {
	for _, t := range facts {
		if e.st.Op(t) == term.OpNot {
			if from, ok := e.Implies(e.st.Arg(t, 0)); ok {
				return append(from, t), true
			}
		}
	}
	return nil, false
}

// equation is the sum that an equation says to be zero.
func (e *Equations) equation(t term.Term) (s sum, width int, ok bool) {
	if e.st.Op(t) != term.OpEq || e.st.NumArgs(t) != 2 {
		return sum{}, 0, false
	}
	sort := e.st.Sort(e.st.Arg(t, 0))
	if !sort.IsBitVec() || sort.Width() < 2 || sort.Width() > maxWidth {
		return sum{}, 0, false
	}
	w := sort.Width()
	s = sum{of: map[term.Term]uint64{}}
	e.put(&s, w, 1, e.st.Arg(t, 0))
	e.put(&s, w, mask(w), e.st.Arg(t, 1))
	return s, w, true
}

func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// put adds a term with a factor.
func (e *Equations) put(s *sum, w int, factor uint64, t term.Term) {
	if c, ok := e.st.ConstUint64(t); ok {
		s.c = (s.c + factor*c) & mask(w)
		return
	}
	switch e.st.Op(t) {
	case term.OpBVAdd:
		for _, a := range e.st.Args(t) {
			e.put(s, w, factor, a)
		}
	case term.OpBVSub:
		e.put(s, w, factor, e.st.Arg(t, 0))
		e.put(s, w, -factor, e.st.Arg(t, 1))
	case term.OpBVNeg:
		e.put(s, w, -factor, e.st.Arg(t, 0))
	case term.OpBVMul:
		a, b := e.st.Arg(t, 0), e.st.Arg(t, 1)
		if e.st.IsConst(b) {
			a, b = b, a
		}
		if c, ok := e.st.ConstUint64(a); ok && e.st.NumArgs(t) == 2 {
			e.put(s, w, factor*c, b)
		} else {
			s.plus(w, t, factor)
		}
	case term.OpExtract:
		e.low(s, w, factor, t)
	default:
		s.plus(w, t, factor)
	}
}

// low adds the low bits of a term: those of a sum are the sum of those of its terms.
func (e *Equations) low(s *sum, w int, factor uint64, t term.Term) {
	inner := e.st.Arg(t, 0)
	op := e.st.Op(inner)
	if e.st.Extract(w-1, 0, inner) != t || op != term.OpBVAdd && op != term.OpBVSub {
		s.plus(w, t, factor)
		return
	}
	for i, a := range e.st.Args(inner) {
		f := factor
		if i > 0 && op == term.OpBVSub {
			f = -factor
		}
		e.put(s, w, f, e.st.Extract(w-1, 0, a))
	}
}

func (s *sum) plus(w int, t term.Term, factor uint64) {
	if n := (s.of[t] + factor) & mask(w); n != 0 {
		s.of[t] = n
	} else {
		delete(s.of, t)
	}
}

// reduce puts what terms were solved for in their place.
func (e *Equations) reduce(s *sum, w int, used map[term.Term]bool) {
	for i := range e.rows[w] {
		r := &e.rows[w][i]
		if f := s.of[r.pivot]; f != 0 {
			s.minus(w, &r.sum, f)
			maps.Copy(used, r.from)
		}
	}
}

// minus subtracts a sum with a factor.
func (s *sum) minus(w int, other *sum, factor uint64) {
	for t, n := range other.of {
		s.plus(w, t, -factor*n)
	}
	s.c = (s.c - factor*other.c) & mask(w)
}

// add adds an equation that is known.
func (e *Equations) add(s sum, w int, from term.Term) {
	r := row{sum: s, from: map[term.Term]bool{from: true}}
	e.reduce(&r.sum, w, r.from)
	for _, t := range slices.Sorted(maps.Keys(r.of)) {
		if r.of[t]&1 != 0 {
			r.pivot = t
			break
		}
	}
	if r.pivot == term.None {
		return
	}
	inv := inverse(r.of[r.pivot])
	for t, n := range r.of {
		r.of[t] = n * inv & mask(w)
	}
	r.c = r.c * inv & mask(w)
	for i := range e.rows[w] {
		other := &e.rows[w][i]
		if f := other.of[r.pivot]; f != 0 {
			other.minus(w, &r.sum, f)
			maps.Copy(other.from, r.from)
		}
	}
	e.rows[w] = append(e.rows[w], r)
}

// inverse is the inverse of an odd number modulo 2 to the 64 (Newton).
func inverse(n uint64) uint64 {
	x := n
	for range 6 {
		x *= 2 - n*x
	}
	return x
}
