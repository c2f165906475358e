package native

import "math/bits"

// lit is a literal of the graph: 2*node, plus 1 if complemented. Node 0 is the
// constant false, so that falseLit is 0 and trueLit is 1.
type lit uint32

const (
	falseLit lit = 0
	trueLit  lit = 1
)

func (l lit) node() uint32       { return uint32(l >> 1) }
func (l lit) neg() lit           { return l ^ 1 }
func (l lit) complemented() bool { return l&1 != 0 }
func (l lit) isConst() bool      { return l <= 1 }

// pos is the literal without its sign, sign the sign alone.
func (l lit) pos() lit  { return l &^ 1 }
func (l lit) sign() lit { return l & 1 }

// kind is what a node of the graph computes from its operands.
//
// The graph is an and-inverter graph with three further gates. They cost one
// variable in CNF where their and-inverter form costs three, and the usual
// clauses of an exclusive or, a multiplexer and a carry need no detection.
type kind uint8

const (
	kInput kind = iota // free
	kAnd               // f0 and f1, f0 < f1
	kXor               // f0 xor f1, both positive, f0 < f1
	kIte               // if f0 then f1 else f2, f0 and f1 positive
	kMaj               // at least two of f0 < f1 < f2, at most one complemented
)

// gate is a node of the graph: 16 bytes, four to a cache line.
type gate struct {
	f0, f1, f2 lit
	meta       uint32 // kind (3 bits), fanout that saturates at 2 (2 bits), flags
}

const (
	kindMask   = 7
	fanoutUnit = 8
	fanoutMask = 3 << 3
	fanoutMany = 2 << 3

	atomFlag  = 1 << 5 // an input that stands for a select or an equation of arrays
	taintFlag = 1 << 6 // the gate depends on such an input
	boundFlag = 1 << 7 // the top bit of a number with a bound, see bound.go
)

func (g *gate) kind() kind { return kind(g.meta & kindMask) }

// shared reports whether more than one operand slot refers to the gate.
func (g *gate) shared() bool { return g.meta&fanoutMask >= fanoutMany }

// maxGates bounds the graph, so that a literal and a SAT literal fit in 31 bits.
const maxGates = 1 << 29

// graph is a hash-consed network of gates. Operands of a gate precede it.
type graph struct {
	gates []gate
	sig   []uint64 // 64 simulated values of every gate, see simulate.go
	table []uint32 // open addressing: gate number, 0 if free
	used  int      // entries of table
	rnd   uint64   // state of the generator of input patterns

	bounds map[uint32]bound // by the gate of the top bit

	full bool // the size limit refused a gate: results are meaningless
}

func newGraph() *graph {
	g := &graph{}
	g.reset()
	return g
}

// reset forgets all gates and keeps the memory.
func (g *graph) reset() {
	g.gates = append(g.gates[:0], gate{})
	g.sig = append(g.sig[:0], 0)
	clear(g.bounds)
	if g.table == nil || len(g.table) > 1<<16 {
		g.table = make([]uint32, 1<<10)
	} else {
		clear(g.table)
	}
	g.used = 0
	g.rnd = 0x9e3779b97f4a7c15
	g.full = false
}

// input creates a free gate.
func (g *graph) input() lit {
	if !g.room() {
		return falseLit
	}
	n := len(g.gates)
	g.gates = append(g.gates, gate{meta: uint32(kInput)})
	g.sig = append(g.sig, g.inputSig())
	return lit(n << 1)
}

// room makes place for one gate.
func (g *graph) room() bool {
	n := len(g.gates)
	if n < cap(g.gates) && n < cap(g.sig) {
		return true
	}
	if g.full {
		return false
	}
	want := n + max(n/4, 1024)
	if want > maxGates {
		g.full = true
		return false
	}
	gates := make([]gate, n, want)
	copy(gates, g.gates)
	g.gates = gates
	sig := make([]uint64, n, want)
	copy(sig, g.sig)
	g.sig = sig
	return true
}

func hashGate(k kind, a, b, c lit) uint32 {
	h := uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)*0xc2b2ae3d27d4eb4f ^ (uint64(c)<<3|uint64(
		k))*0x165667b19e3779f9
	return uint32(bits.RotateLeft64(h, 17)>>32) ^ uint32(h>>29)
}

// mk returns the gate with this kind and these operands, already normalised.
func (g *graph) mk(k kind, a, b, c lit) lit {
	if l, ok := g.find(k, a, b, c); ok {
		return l
	}
	if !g.room() {
		return falseLit
	}
	if g.used*2 >= len(g.table) {
		g.rehash()
	}
	n := uint32(len(g.gates))
	taint := g.gates[a>>1].meta | g.gates[b>>1].meta | g.gates[c>>1].meta
	g.gates = append(g.gates, gate{a, b, c, uint32(k) | taint&taintFlag})
	g.sig = append(g.sig, g.eval64(k, a, b, c))
	g.reference(a)
	g.reference(b)
	if k >= kIte {
		g.reference(c)
	}
	g.insert(n, hashGate(k, a, b, c))
	g.used++
	return lit(n << 1)
}

// find looks a gate up without creating it.
func (g *graph) find(k kind, a, b, c lit) (lit, bool) {
	mask := uint32(len(g.table) - 1)
	for i := hashGate(k, a, b, c) & mask; ; i = (i + 1) & mask {
		n := g.table[i]
		if n == 0 {
			return 0, false
		}
		p := &g.gates[n]
		if p.f0 == a && p.f1 == b && p.f2 == c && p.kind() == k {
			return lit(n << 1), true
		}
	}
}

func (g *graph) insert(n, hash uint32) {
	mask := uint32(len(g.table) - 1)
	i := hash & mask
	for g.table[i] != 0 {
		i = (i + 1) & mask
	}
	g.table[i] = n
}

func (g *graph) rehash() {
	g.table = make([]uint32, 2*len(g.table))
	for n := 1; n < len(g.gates); n++ {
		if p := &g.gates[n]; p.kind() != kInput {
			g.insert(uint32(n), hashGate(p.kind(), p.f0, p.f1, p.f2))
		}
	}
}

func (g *graph) reference(l lit) {
	if p := &g.gates[l>>1]; p.meta&fanoutMask < fanoutMany {
		p.meta += fanoutUnit
	}
}

// tainted reports whether a literal of v depends on an axiom of arrays.
func (g *graph) tainted(v ...lit) bool {
	for _, l := range v {
		if g.gates[l>>1].meta&taintFlag != 0 {
			return true
		}
	}
	return false
}
