package bytecode

import (
	"math"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Liveness says which words of a frame matter at each location: those that some path reads before it writes
// them. An enumeration forgets the others, so that states which differ in them only are one, and it chooses
// no value for an input that is never read.
type Liveness struct {
	procs  [][]Bitset           // by procedure and location, over the words of the locals
	inputs map[cfa.EdgeID]int32 // by origin of a Havoc: how many low bits of the input are read, or unread
}

// unread stands for the bits of an input that is overwritten before it is read.
const unread = -1

// NewLiveness computes the liveness of every procedure.
func NewLiveness(c *Program) *Liveness {
	l := &Liveness{procs: make([][]Bitset, len(c.Procs)), inputs: map[cfa.EdgeID]int32{}}
	bits := c.bitsRead()
	for i := range c.Procs {
		live := c.Live(&c.Procs[i])
		l.procs[i] = live
		for j := range c.Procs[i].Edges {
			e := &c.Procs[i].Edges[j]
			if e.Kind != Havoc || e.Dst.First < 0 {
				continue
			}
			n := bits[cfa.Def(e.CFA.Op)]
			if !e.Dst.Thread && !live[e.To].Has(e.Dst.First) {
				n = unread
			}
			if other, ok := l.inputs[e.CFA.Origin]; ok {
				n = max(n, other) // another copy of the edge
			}
			l.inputs[e.CFA.Origin] = n
		}
	}
	return l
}

// Words returns the words of a frame that are live at a location; nil: all. A nil Liveness knows nothing.
func (l *Liveness) Words(p cfa.ProcID, at cfa.LocID) Bitset {
	if l == nil {
		return nil
	}
	return l.procs[p][at]
}

// InputBits returns how many low bits of an input of width bits are read, which is chosen at an edge; ok is
// false when the input itself is not read.
func (l *Liveness) InputBits(origin cfa.EdgeID, width int) (bits int, ok bool) {
	if l == nil {
		return width, true
	}
	n, known := l.inputs[origin]
	if !known {
		return width, true // the result of a call that returned none
	}
	return int(n), n != unread
}

// bitsRead returns, for each register, how many of its low bits are read. An input of type _Bool has a whole
// byte, of which a condition reads one bit.
func (c *Program) bitsRead() []int32 {
	bits := make([]int32, len(c.Regs))
	seen := make(map[term.Term]bool)
	var stack []term.Term
	read := func(t term.Term, most int32) {
		if r, ok := c.symbols[t]; ok {
			bits[r] = max(bits[r], min(most, c.Regs[r].Width))
		} else if !seen[t] {
			seen[t] = true
			stack = append(stack, t)
		}
	}
	for i := range c.Procs {
		for _, e := range c.Procs[i].CFA.Edges {
			for _, t := range cfa.Terms(e.Op) {
				read(t, math.MaxInt32)
			}
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		most := int32(math.MaxInt32)
		if c.Terms.Op(t) == term.OpExtract {
			high, _ := c.Terms.Params(t)
			most = int32(high) + 1
		}
		for _, a := range c.Terms.Args(t) {
			read(a, most)
		}
	}
	return bits
}
