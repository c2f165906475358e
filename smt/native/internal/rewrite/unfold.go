package rewrite

import (
	"slices"

	"whittle.dev/term"
)

// unfolder computes polynomials that look through more than sums and products: extensions, concatenations and
// slices (as digits of their operands), choices (as products with their condition), bitwise operators, and
// remainders. They get large, so they serve only to decide equations. The rules are in unfold_rules.go.
type unfolder struct {
	st     *term.Store
	w      int // the modulus is 2^w
	memo   map[term.Term]polynomial
	slices map[term.Term][]slice // of each base, those that are atoms
	cuts   map[term.Term][]int   // ascending bounds of the slices to use of a base
	work   int                   // monomials that may still be made
	depth  int
	sizes  map[term.Term]int
}

type slice struct{ hi, lo int }

const (
	expandWork  = 1 << 16 // monomials made for one equation
	expandMax   = 1 << 12 // monomials of one polynomial
	expandDepth = 1 << 11
)

// difference returns the polynomial of a - b for terms of x.w bits; false if it gets too large.
func (x *unfolder) difference(a, b term.Term) (polynomial, bool) {
	x.work = expandWork
	x.sizes = map[term.Term]int{}
	for range 3 {
		x.memo = map[term.Term]polynomial{}
		x.slices = map[term.Term][]slice{}
		p := addPoly(x.of(a), x.of(b), coefOf(1).neg(), x.w)
		if x.work < 0 {
			return nil, false
		}
		if len(p) == 0 || !x.cut() {
			return p, true
		}
	}
	return nil, false
}

// cut refines the cuts so that no two different slices of a base overlap. It
// reports whether there was anything to do.
func (x *unfolder) cut() bool {
	more := false
	for base, ss := range x.slices {
		var at []int
		overlap := false
		for i, s := range ss {
			at = append(at, s.lo, s.hi+1)
			for _, o := range ss[:i] {
				overlap = overlap || s != o && s.lo <= o.hi && o.lo <= s.hi
			}
		}
		if !overlap {
			continue
		}
		at = append(at, x.cuts[base]...)
		slices.Sort(at)
		if x.cuts == nil {
			x.cuts = map[term.Term][]int{}
		}
		x.cuts[base] = slices.Compact(at)
		more = true
	}
	return more
}

// of returns the polynomial of t, a Bool or a bit-vector of at most w bits.
func (x *unfolder) of(t term.Term) polynomial {
	if p, ok := x.memo[t]; ok {
		return p
	}
	if x.work < 0 {
		return nil
	}
	x.depth++
	var p polynomial
	ok := false
	if x.depth < expandDepth {
		p, ok = x.expand(t)
	}
	x.depth--
	if !ok {
		p = x.atom(t)
	}
	if x.work -= len(p) + 1; len(p) > expandMax {
		x.work = -1
	}
	x.memo[t] = p
	return p
}

func (x *unfolder) add(p, q polynomial) polynomial {
	x.work -= len(p) + len(q)
	return addPoly(p, q, coefOf(1), x.w)
}

func (x *unfolder) sub(p, q polynomial) polynomial {
	x.work -= len(p) + len(q)
	return addPoly(p, q, coefOf(1).neg(), x.w)
}

func (x *unfolder) mul(p, q polynomial) polynomial {
	if x.work -= len(p) * len(q); x.work < 0 {
		return nil
	}
	return mulPoly(x.st, p, q, x.w)
}

func (x *unfolder) scale(p polynomial, c coef) polynomial { return addPoly(nil, p, c, x.w) }

func (x *unfolder) one() polynomial { return polynomial{{c: coefOf(1).mod(x.w)}} }

// atom returns the polynomial of t as a sum of the slices that the cuts demand.
func (x *unfolder) atom(t term.Term) polynomial {
	st := x.st
	sort := st.Sort(t)
	if !sort.IsBitVec() {
		return atomPoly(t)
	}
	base, s := t, slice{sort.Width() - 1, 0}
	if st.Op(t) == term.OpExtract {
		base = st.Arg(t, 0)
		s.hi, s.lo = st.Params(t)
	}
	cuts := x.cuts[base]
	if cuts == nil {
		if ss := x.slices[base]; !slices.Contains(ss, s) {
			x.slices[base] = append(ss, s)
		}
		return atomPoly(t)
	}
	var p polynomial
	lo := s.lo
	for _, c := range append(slices.Clone(cuts), s.hi+1) {
		if c <= lo || c > s.hi+1 {
			continue
		}
		piece := atomPoly(st.Extract(c-1, lo, base))
		if part := st.Extract(c-1, lo, base); st.IsConst(part) {
			piece = constPoly(st, part, x.w)
		}
		p = x.add(p, x.scale(piece, coefOf(1).shl(lo-s.lo)))
		lo = c
	}
	return p
}
