package rewrite

import (
	"encoding/binary"

	"whittle.dev/term"
)

const (
	maxMonomials = 12 // of a polynomial that is remembered
	maxDegree    = 6
)

// sum returns the polynomial of t if it is a sum or product of few monomials, else t as an atom. It looks
// only at addition, subtraction, multiplication, and shifts to the left by a literal.
func (rw *Rewriter) sum(t term.Term) polynomial {
	if p, ok := rw.sums[t]; ok {
		return p
	}
	st := rw.st
	w := st.Sort(t).Width()
	var p polynomial
	ok := false
	switch st.Op(t) {
	case term.OpConst:
		return constPoly(st, t, w)
	case term.OpBVAdd, term.OpBVSub, term.OpBVMul:
		if st.NumArgs(t) == 2 {
			p, ok = rw.sum2(st.Op(t), rw.sum(st.Arg(t, 0)), rw.sum(st.Arg(t, 1)), w)
		}
	case term.OpBVNeg:
		p, ok = addPoly(nil, rw.sum(st.Arg(t, 0)), coefOf(1).neg(), w), true
	case term.OpBVNot:
		p = addPoly(polynomial{{c: coefOf(1).neg().mod(w)}}, rw.sum(st.Arg(t, 0)), coefOf(1).neg(), w)
		ok = len(p) <= maxMonomials
	case term.OpConcat:
		if x, k := rw.shifted(t); x != term.None {
			p, ok = addPoly(nil, rw.sum(x), coefOf(1).shl(k), w), true
		}
	}
	if !ok {
		return atomPoly(t)
	}
	if rw.sums == nil {
		rw.sums = map[term.Term]polynomial{}
	}
	rw.sums[t] = p
	return p
}

func (rw *Rewriter) sum2(op term.Op, p, q polynomial, w int) (polynomial, bool) {
	switch op {
	case term.OpBVAdd:
		p = addPoly(p, q, coefOf(1), w)
	case term.OpBVSub:
		p = addPoly(p, q, coefOf(1).neg(), w)
	default:
		if len(p)*len(q) > 2*maxMonomials {
			return nil, false
		}
		p = mulPoly(rw.st, p, q, w)
		for _, m := range p {
			if len(m.atoms) > maxDegree {
				return nil, false
			}
		}
	}
	return p, len(p) <= maxMonomials
}

// shifted returns x and k if t is x shifted to the left by k, as a concatenation.
func (rw *Rewriter) shifted(t term.Term) (x term.Term, k int) {
	st := rw.st
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	if st.NumArgs(t) != 2 || !st.IsConst(b) || st.Op(a) != term.OpExtract {
		return term.None, 0
	}
	if v, ok := st.ConstUint64(b); !ok || v != 0 {
		return term.None, 0
	}
	x = st.Arg(a, 0)
	if _, lo := st.Params(a); lo != 0 || st.Sort(x) != st.Sort(t) {
		return term.None, 0
	}
	return x, st.Sort(b).Width()
}

// maxKnown bounds the polynomials that are remembered.
const maxKnown = 1 << 16

// sumOf returns the term that stands for all terms with the polynomial of t.
func (rw *Rewriter) sumOf(t term.Term) term.Term {
	st := rw.st
	w := st.Sort(t).Width()
	if w > maxPolyWidth {
		return t
	}
	p := rw.sum(t)
	if len(p) == 1 && len(p[0].atoms) == 1 && p[0].atoms[0] == t {
		return t // an atom
	}
	rw.writeKey(p, w)
	if r, ok := rw.known[string(rw.key)]; ok && (r == t || rw.current(r)) {
		return r
	}
	r := t
	if n := rw.build(p, w); n != t && rw.cost(n) < rw.cost(t) {
		r = n
	}
	if len(rw.known) >= maxKnown {
		clear(rw.known) // others will be the first ones
	}
	rw.known[string(rw.key)] = r
	return r
}

// writeKey writes a text to rw.key that only polynomials equal to p have.
func (rw *Rewriter) writeKey(p polynomial, w int) {
	k := append(rw.key[:0], byte(w))
	for _, m := range p {
		k = binary.AppendUvarint(k, m.c.hi)
		k = binary.AppendUvarint(k, m.c.lo)
		k = append(k, byte(len(m.atoms)))
		for _, a := range m.atoms {
			k = binary.LittleEndian.AppendUint32(k, uint32(a))
		}
	}
	rw.key = k
}

// literal returns the bit-vector literal of a coefficient.
func (rw *Rewriter) literal(c coef, w int) term.Term {
	if w <= 64 {
		return rw.st.BV(w, c.lo)
	}
	return rw.st.Concat(rw.st.BV(w-64, c.hi), rw.st.BV(64, c.lo))
}

// build returns a term with the polynomial p.
func (rw *Rewriter) build(p polynomial, w int) term.Term {
	st := rw.st
	sum := st.BV(w, 0)
	for _, m := range p {
		if len(m.atoms) == 0 {
			sum = st.BVAdd(sum, rw.literal(m.c, w))
			continue
		}
		product := m.atoms[0]
		for _, a := range m.atoms[1:] {
			product = st.BVMul(product, a)
		}
		// Negative coefficients are subtracted.
		if n := m.c.neg().mod(w); n.hi < m.c.hi || n.hi == m.c.hi && n.lo < m.c.lo {
			sum = st.BVSub(sum, st.BVMul(product, rw.literal(n, w)))
		} else {
			sum = st.BVAdd(sum, st.BVMul(product, rw.literal(m.c, w)))
		}
	}
	return sum
}

// cost estimates the full adders of the sums and products at the top of terms,
// each shared one once. It gives up at some number of them.
func (rw *Rewriter) cost(ts ...term.Term) int {
	st := rw.st
	seen := make(map[term.Term]bool, 16)
	total := 0
	stack := ts
	for len(stack) > 0 && len(seen) < 8*maxMonomials {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		w := st.Sort(t).Width()
		switch st.Op(t) {
		case term.OpBVAdd, term.OpBVSub, term.OpBVNeg:
			total += w
		case term.OpBVMul:
			if b := st.Arg(t, st.NumArgs(t)-1); st.IsConst(b) {
				total += w * max(digits(st, b)-1, 0)
			} else {
				total += w * w
			}
		case term.OpBVNot:
		case term.OpConcat:
			if x, _ := rw.shifted(t); x == term.None {
				continue
			}
		case term.OpExtract:
		default:
			continue
		}
		stack = append(stack, st.Args(t)...)
	}
	return total
}

// digits returns the number of nonzero digits of a literal in non-adjacent form.
func digits(st *term.Store, t term.Term) int {
	v, ok := st.ConstUint64(t)
	if !ok {
		return st.Sort(t).Width() / 3
	}
	n := 0
	for ; v != 0; v >>= 1 {
		if v&3 == 3 {
			n++
			v++ // a carry: digit -1
		} else if v&1 == 1 {
			n++
		}
	}
	return n
}
