package aig

import "math/bits"

// The remainder of a division by a constant is below it. That follows from the circuit, but by induction over
// its rows, which is long for a SAT solver; so clauses say it. Saying it of each row did not help more, and
// made some satisfiable formulas harder.

// Bound says that a number is at most Max.
type Bound struct {
	Bits []Lit // without leading zeros; the top one has the flag
	Max  uint64
}

// Bound returns what is known of the number whose top bit gate n is.
func (g *Graph) Bound(n uint32) Bound { return g.bounds[n] }

// below notes that v is always less than k > 0.
func (g *Graph) below(v []Lit, k uint64) {
	n := len(v)
	for n > 0 && v[n-1] == False {
		n--
	}
	// A number with fewer bits is below anyway, as one is in the first rows.
	if n == 0 || n > 64 || bits.Len64(k-1) != n || k-1 == 1<<n-1 || v[n-1].IsConst() {
		return
	}
	p := &g.gates[v[n-1].Node()]
	if p.meta&boundFlag != 0 {
		return
	}
	p.meta |= boundFlag
	if g.bounds == nil {
		g.bounds = map[uint32]Bound{}
	}
	g.bounds[v[n-1].Node()] = Bound{append([]Lit(nil), v[:n]...), k - 1}
}
