package aig

import "math/bits"

// Lit is a literal of the graph: 2*node, plus 1 if complemented. Node 0 is the
// constant false, so that [False] is 0 and [True] is 1.
type Lit uint32

// The constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Node is the number of the literal's gate.
func (l Lit) Node() uint32 { return uint32(l >> 1) }

// Neg is the complement.
func (l Lit) Neg() Lit { return l ^ 1 }

// Complemented reports that the literal is the complement of its gate.
func (l Lit) Complemented() bool { return l&1 != 0 }

// IsConst reports that the literal is [False] or [True].
func (l Lit) IsConst() bool { return l <= 1 }

// pos is the literal without its sign.
func (l Lit) pos() Lit { return l &^ 1 }

// Sign is 1 for a complemented literal, else 0.
func (l Lit) Sign() Lit { return l & 1 }

// Kind is what a node of the graph computes from its operands.
//
// The graph is an and-inverter graph with three further gates. They cost one
// variable in CNF where their and-inverter form costs three, and the usual
// clauses of an exclusive or, a multiplexer and a carry need no detection.
type Kind uint8

// The kinds of gates.
const (
	Input Kind = iota // free
	And               // f0 and f1, f0 < f1
	Xor               // f0 xor f1, both positive, f0 < f1
	Ite               // if f0 then f1 else f2, f0 and f1 positive
	Maj               // at least two of f0 < f1 < f2, at most one complemented
)

// Gate is a node of the graph: 16 bytes, four to a cache line.
type Gate struct {
	F0, F1, F2 Lit
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

// Kind is what the gate computes.
func (g *Gate) Kind() Kind { return Kind(g.meta & kindMask) }

// Atom reports that the gate is an input that [Graph.MarkAtom] marked.
func (g *Gate) Atom() bool { return g.meta&atomFlag != 0 }

// Bounded reports that [Graph.Bound] knows something of the gate.
func (g *Gate) Bounded() bool { return g.meta&boundFlag != 0 }

// Shared reports whether more than one operand slot refers to the gate.
func (g *Gate) Shared() bool { return g.meta&fanoutMask >= fanoutMany }

// MaxGates bounds the graph, so that a literal and a SAT literal fit in 31 bits.
const MaxGates = 1 << 29

// Graph is a hash-consed network of gates. Operands of a gate precede it.
type Graph struct {
	gates []Gate
	sig   []uint64 // 64 simulated values of every gate, see simulate.go
	table []uint32 // open addressing: gate number, 0 if free
	used  int      // entries of table
	rnd   uint64   // state of the generator of input patterns

	bounds map[uint32]Bound // by the gate of the top bit

	Full bool // the size limit refused a gate: results are meaningless
}

// NewGraph returns a graph without gates.
func NewGraph() *Graph {
	g := &Graph{}
	g.Reset()
	return g
}

// Reset forgets all gates and keeps the memory.
func (g *Graph) Reset() {
	g.gates = append(g.gates[:0], Gate{})
	g.sig = append(g.sig[:0], 0)
	clear(g.bounds)
	if g.table == nil || len(g.table) > 1<<16 {
		g.table = make([]uint32, 1<<10)
	} else {
		clear(g.table)
	}
	g.used = 0
	g.rnd = 0x9e3779b97f4a7c15
	g.Full = false
}

// Input creates a free gate.
func (g *Graph) Input() Lit {
	if !g.room() {
		return False
	}
	n := len(g.gates)
	g.gates = append(g.gates, Gate{meta: uint32(Input)})
	g.sig = append(g.sig, g.inputSig())
	return Lit(n << 1)
}

// Len is the number of gates, the constant among them.
func (g *Graph) Len() int { return len(g.gates) }

// Gate returns the gate of a number, which the next gate made may move.
func (g *Graph) Gate(n uint32) *Gate { return &g.gates[n] }

// MarkAtom marks an input that stands for a select or an equation of arrays: gates that
// depend on it are tainted.
func (g *Graph) MarkAtom(l Lit) { g.gates[l.Node()].meta |= atomFlag | taintFlag }

// room makes place for one gate.
func (g *Graph) room() bool {
	n := len(g.gates)
	if n < cap(g.gates) && n < cap(g.sig) {
		return true
	}
	if g.Full {
		return false
	}
	want := n + max(n/4, 1024)
	if want > MaxGates {
		g.Full = true
		return false
	}
	gates := make([]Gate, n, want)
	copy(gates, g.gates)
	g.gates = gates
	sig := make([]uint64, n, want)
	copy(sig, g.sig)
	g.sig = sig
	return true
}

func hashGate(k Kind, a, b, c Lit) uint32 {
	h := uint64(a)*0x9e3779b97f4a7c15 ^ uint64(b)*0xc2b2ae3d27d4eb4f ^ (uint64(c)<<3|uint64(
		k))*0x165667b19e3779f9
	return uint32(bits.RotateLeft64(h, 17)>>32) ^ uint32(h>>29)
}

// mk returns the gate with this kind and these operands, already normalised.
func (g *Graph) mk(k Kind, a, b, c Lit) Lit {
	if l, ok := g.find(k, a, b, c); ok {
		return l
	}
	if !g.room() {
		return False
	}
	if g.used*2 >= len(g.table) {
		g.rehash()
	}
	n := uint32(len(g.gates))
	taint := g.gates[a>>1].meta | g.gates[b>>1].meta | g.gates[c>>1].meta
	g.gates = append(g.gates, Gate{a, b, c, uint32(k) | taint&taintFlag})
	g.sig = append(g.sig, g.eval64(k, a, b, c))
	g.reference(a)
	g.reference(b)
	if k >= Ite {
		g.reference(c)
	}
	g.insert(n, hashGate(k, a, b, c))
	g.used++
	return Lit(n << 1)
}

// find looks a gate up without creating it.
func (g *Graph) find(k Kind, a, b, c Lit) (Lit, bool) {
	mask := uint32(len(g.table) - 1)
	for i := hashGate(k, a, b, c) & mask; ; i = (i + 1) & mask {
		n := g.table[i]
		if n == 0 {
			return 0, false
		}
		p := &g.gates[n]
		if p.F0 == a && p.F1 == b && p.F2 == c && p.Kind() == k {
			return Lit(n << 1), true
		}
	}
}

func (g *Graph) insert(n, hash uint32) {
	mask := uint32(len(g.table) - 1)
	i := hash & mask
	for g.table[i] != 0 {
		i = (i + 1) & mask
	}
	g.table[i] = n
}

func (g *Graph) rehash() {
	g.table = make([]uint32, 2*len(g.table))
	for n := 1; n < len(g.gates); n++ {
		if p := &g.gates[n]; p.Kind() != Input {
			g.insert(uint32(n), hashGate(p.Kind(), p.F0, p.F1, p.F2))
		}
	}
}

func (g *Graph) reference(l Lit) {
	if p := &g.gates[l>>1]; p.meta&fanoutMask < fanoutMany {
		p.meta += fanoutUnit
	}
}

// Tainted reports whether a literal of v depends on an axiom of arrays.
func (g *Graph) Tainted(v ...Lit) bool {
	for _, l := range v {
		if g.gates[l>>1].meta&taintFlag != 0 {
			return true
		}
	}
	return false
}
