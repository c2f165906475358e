package native

import (
	"math/bits"

	"whittle.dev/sat"
)

// The remainder of a division by a constant is below it. That follows from the circuit, but by induction over
// its rows, which is long for a SAT solver; so clauses say it. Saying it of each row did not help more, and
// made some satisfiable formulas harder.

// bound says that the number v is at most max.
type bound struct {
	v   []lit // without leading zeros; the top one has the flag
	max uint64
}

// below notes that v is always less than k > 0.
func (g *graph) below(v []lit, k uint64) {
	n := len(v)
	for n > 0 && v[n-1] == falseLit {
		n--
	}
	// A number with fewer bits is below anyway, as one is in the first rows.
	if n == 0 || n > 64 || bits.Len64(k-1) != n || k-1 == 1<<n-1 || v[n-1].isConst() {
		return
	}
	p := &g.gates[v[n-1].node()]
	if p.meta&boundFlag != 0 {
		return
	}
	p.meta |= boundFlag
	if g.bounds == nil {
		g.bounds = map[uint32]bound{}
	}
	g.bounds[v[n-1].node()] = bound{append([]lit(nil), v[:n]...), k - 1}
}

// bounded adds the clauses of the bound whose top bit gate n is: for each zero of the bound, that
// the bit there and all ones above are not set together.
func (c *cnf) bounded(n uint32) {
	b := c.g.bounds[n]
	var above []sat.Lit // the negations of the ones
	for j := len(b.v) - 1; j >= 0; j-- {
		l := b.v[j]
		switch one := b.max>>j&1 == 1; {
		case one && l == falseLit:
			return // below for sure
		case one && l != trueLit:
			above = append(above, c.need(l)^1)
		case !one && l == trueLit:
			c.add(above)
		case !one && l != falseLit:
			c.add(append(above[:len(above):len(above)], c.need(l)^1))
		}
	}
}
