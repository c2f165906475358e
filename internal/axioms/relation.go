package axioms

import "math/bits"

// relation is a binary relation on the events of a graph: a row of bits for each event.
type relation struct {
	n, words int
	bits     []uint64
}

func empty(n int) relation {
	words := (n + 63) / 64
	return relation{n: n, words: words, bits: make([]uint64, n*words)}
}

func (r relation) row(a int) []uint64 { return r.bits[a*r.words : (a+1)*r.words] }

func (r relation) add(a, b int) { r.bits[a*r.words+b/64] |= 1 << (b % 64) }

func (r relation) has(a, b int) bool { return r.bits[a*r.words+b/64]>>(b%64)&1 != 0 }

// merge adds to the successors of a those that b has in x.
func (r relation) merge(a int, x relation, b int) {
	row := r.row(a)
	for i, w := range x.row(b) {
		row[i] |= w
	}
}

func (r relation) copy() relation {
	r.bits = append([]uint64(nil), r.bits...)
	return r
}

// or is the union with other relations.
func (r relation) or(xs ...relation) relation {
	r = r.copy()
	for _, x := range xs {
		for i, w := range x.bits {
			r.bits[i] |= w
		}
	}
	return r
}

// then is the composition r;x.
func (r relation) then(x relation) relation {
	y := empty(r.n)
	for a := range r.n {
		r.each(a, func(b int) { y.merge(a, x, b) })
	}
	return y
}

// each calls f with the successors of an event.
func (r relation) each(a int, f func(b int)) {
	for i, w := range r.row(a) {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// filter keeps some pairs.
func (r relation) filter(keep func(a, b int) bool) relation {
	y := empty(r.n)
	for a := range r.n {
		r.each(a, func(b int) {
			if keep(a, b) {
				y.add(a, b)
			}
		})
	}
	return y
}

// close makes the relation transitive.
func (r relation) close() {
	for k := range r.n {
		for a := range r.n {
			if r.has(a, k) {
				r.merge(a, r, k)
			}
		}
	}
}

// closed is the transitive closure.
func (r relation) closed() relation {
	r = r.copy()
	r.close()
	return r
}

// acyclic reports whether the relation has no cycle.
func (r relation) acyclic() bool {
	r = r.closed()
	for a := range r.n {
		if r.has(a, a) {
			return false
		}
	}
	return true
}

// meets reports whether some pair of r stands in x the other way round.
func (r relation) meets(x relation) bool {
	for a := range r.n {
		found := false
		r.each(a, func(b int) { found = found || x.has(b, a) })
		if found {
			return true
		}
	}
	return false
}
