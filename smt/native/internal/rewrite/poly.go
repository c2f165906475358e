package rewrite

import (
	"math/bits"
	"slices"

	"whittle.dev/term"
)

// Polynomials over bit-vectors: what addition, subtraction and multiplication make of other terms, the atoms,
// modulo 2^w. Two terms with one polynomial are equal whatever the atoms are, which no number of conflicts
// would tell a SAT solver of two multipliers in reasonable time. The converse does not hold (2^(w-1)*(x*x +
// x) is zero), so unequal polynomials decide nothing.

// coef is a coefficient modulo 2^w, for widths up to 128.
type coef struct{ hi, lo uint64 }

const maxPolyWidth = 128

func coefOf(x uint64) coef { return coef{lo: x} }

func (a coef) zero() bool { return a.hi|a.lo == 0 }

func (a coef) add(b coef) coef {
	lo, c := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, c)
	return coef{hi, lo}
}

func (a coef) neg() coef {
	lo, c := bits.Sub64(0, a.lo, 0)
	hi, _ := bits.Sub64(0, a.hi, c)
	return coef{hi, lo}
}

func (a coef) mul(b coef) coef {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return coef{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

// shl returns a * 2^k.
func (a coef) shl(k int) coef {
	switch {
	case k >= 128:
		return coef{}
	case k >= 64:
		return coef{hi: a.lo << (k - 64)}
	case k == 0:
		return a
	}
	return coef{a.hi<<k | a.lo>>(64-k), a.lo << k}
}

// mod returns a modulo 2^w.
func (a coef) mod(w int) coef {
	switch {
	case w >= 128:
	case w >= 64:
		a.hi &= 1<<(w-64) - 1
	default:
		a.hi, a.lo = 0, a.lo&(1<<w-1)
	}
	return a
}

// trailing returns the number of low zero bits, 128 for zero.
func (a coef) trailing() int {
	if a.lo != 0 {
		return bits.TrailingZeros64(a.lo)
	}
	return 64 + bits.TrailingZeros64(a.hi)
}

// monomial is a coefficient times a product of atoms, in ascending order with repetitions; no atoms is the
// constant. An atom stands for its value read unsigned; one of sort Bool for 0 or 1.
type monomial struct {
	c     coef
	atoms []term.Term
}

// polynomial is a sum of monomials with distinct products, in ascending order of
// these, without zero coefficients.
type polynomial []monomial

func compareAtoms(a, b []term.Term) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return slices.Compare(a, b)
}

// constant returns the value of a polynomial that has no atoms.
func (p polynomial) constant() (c coef, ok bool) {
	switch {
	case len(p) == 0:
		return coef{}, true
	case len(p) == 1 && len(p[0].atoms) == 0:
		return p[0].c, true
	}
	return coef{}, false
}

// vanishes reports whether p = 0 modulo 2^w for all values of the atoms (yes) or for
// none (no); it knows only what the coefficients tell.
func (p polynomial) vanishes(w int) (yes, no bool) {
	if len(p) == 0 {
		return true, false
	}
	if len(p[0].atoms) > 0 {
		return false, false
	}
	// k + 2^z*(...) with k not divisible by 2^z is never zero.
	z := w
	for _, m := range p[1:] {
		z = min(z, m.c.trailing())
	}
	return false, p[0].c.trailing() < z
}

// addPoly returns p + c*q modulo 2^w.
func addPoly(p, q polynomial, c coef, w int) polynomial {
	out := make(polynomial, 0, len(p)+len(q))
	for len(p) > 0 || len(q) > 0 {
		order := 0
		switch {
		case len(q) == 0:
			order = -1
		case len(p) == 0:
			order = 1
		default:
			order = compareAtoms(p[0].atoms, q[0].atoms)
		}
		switch {
		case order < 0:
			out = append(out, p[0])
			p = p[1:]
		case order > 0:
			if d := q[0].c.mul(c).mod(w); !d.zero() {
				out = append(out, monomial{d, q[0].atoms})
			}
			q = q[1:]
		default:
			if d := p[0].c.add(q[0].c.mul(c)).mod(w); !d.zero() {
				out = append(out, monomial{d, p[0].atoms})
			}
			p, q = p[1:], q[1:]
		}
	}
	return out
}

// mulPoly returns p * q modulo 2^w. Atoms of one bit are idempotent.
func mulPoly(st *term.Store, p, q polynomial, w int) polynomial {
	if len(p) > len(q) {
		p, q = q, p
	}
	if len(p) == 0 {
		return nil
	}
	if len(p) == 1 && len(p[0].atoms) == 0 {
		return addPoly(nil, q, p[0].c, w)
	}
	all := make(polynomial, 0, len(p)*len(q))
	for _, a := range p {
		for _, b := range q {
			if c := a.c.mul(b.c).mod(w); !c.zero() {
				all = append(all, monomial{c, mergeAtoms(st, a.atoms, b.atoms)})
			}
		}
	}
	slices.SortFunc(all, func(a, b monomial) int { return compareAtoms(a.atoms, b.atoms) })
	out := all[:0]
	for i := 0; i < len(all); {
		m := all[i]
		for i++; i < len(all) && compareAtoms(all[i].atoms, m.atoms) == 0; i++ {
			m.c = m.c.add(all[i].c).mod(w)
		}
		if !m.c.zero() {
			out = append(out, m)
		}
	}
	return out
}

func mergeAtoms(st *term.Store, a, b []term.Term) []term.Term {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make([]term.Term, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		var t term.Term
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			t, a = a[0], a[1:]
		} else {
			t, b = b[0], b[1:]
		}
		if n := len(out); n > 0 && out[n-1] == t && st.Sort(t).Width() <= 1 {
			continue
		}
		out = append(out, t)
	}
	return out
}

// constPoly returns the polynomial of a literal modulo 2^w.
func constPoly(st *term.Store, t term.Term, w int) polynomial {
	c := coef{}
	if x, ok := st.ConstUint64(t); ok {
		c = coefOf(x)
	} else {
		x := st.ConstBig(t)
		for i := range min(x.BitLen(), 128) {
			if x.Bit(i) != 0 {
				c = c.add(coefOf(1).shl(i))
			}
		}
	}
	if c = c.mod(w); c.zero() {
		return nil
	}
	return polynomial{{c: c}}
}

func atomPoly(t term.Term) polynomial {
	return polynomial{{coefOf(1), []term.Term{t}}}
}
