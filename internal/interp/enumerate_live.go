package interp

import (
	"math"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// liveness tells which words of a frame matter at each location: those that
// some path reads before it writes them. An enumeration forgets the others,
// so that states which differ in them only are one, and it chooses no value
// for an input that nobody reads.
type liveness struct {
	procs [][]bitset // by procedure and location, over the words of the locals
	// by register: how many of its low bits are read; of all others nobody sees what is chosen
	bits []int32
}

type bitset []uint64

func (b bitset) has(i int32) bool { return b[i/64]>>(i%64)&1 != 0 }

func (b bitset) add(s slots) {
	for i := s.first; i < s.first+s.words; i++ {
		b[i/64] |= 1 << (i % 64)
	}
}

func (b bitset) remove(s slots) {
	for i := s.first; i < s.first+s.words; i++ {
		b[i/64] &^= 1 << (i % 64)
	}
}

// newLiveness computes the live words of every procedure.
func newLiveness(c *code) *liveness {
	l := &liveness{procs: make([][]bitset, len(c.procs)), bits: c.bitsRead()}
	for i := range c.procs {
		l.procs[i] = c.live(&c.procs[i])
	}
	return l
}

// live solves the usual backward data-flow problem over one procedure.
func (c *code) live(pc *procCode) []bitset {
	proc := pc.proc
	words := max(int(pc.locals+63)/64, 1)
	in := make([]bitset, len(proc.Locs))
	for i := range in {
		in[i] = make(bitset, words)
	}
	uses := make([]bitset, len(proc.Edges))
	for i, e := range proc.Edges {
		uses[i] = make(bitset, words)
		terms := cfa.Terms(e.Op)
		if len(terms) == 0 {
			continue
		}
		for _, sym := range c.terms.Symbols(terms...) {
			if s := c.regs[c.symbols[sym]]; !s.thread {
				uses[i].add(s)
			}
		}
	}
	tmp := make(bitset, words)
	work := make([]cfa.LocID, 0, len(proc.Locs))
	queued := make([]bool, len(proc.Locs))
	for i := range proc.Locs {
		work, queued[i] = append(work, cfa.LocID(i)), true
	}
	for len(work) > 0 {
		loc := work[len(work)-1]
		work, queued[loc] = work[:len(work)-1], false
		changed := false
		for _, i := range proc.Locs[loc].Out {
			e := proc.Edges[i]
			copy(tmp, in[e.To])
			if d := cfa.Def(e.Op); d != cfa.NoReg && !c.regs[d].thread {
				tmp.remove(c.regs[d])
			}
			for w := range tmp {
				if add := (tmp[w] | uses[i][w]) &^ in[loc][w]; add != 0 {
					in[loc][w] |= add
					changed = true
				}
			}
		}
		if !changed {
			continue
		}
		for _, i := range proc.Locs[loc].In {
			if from := proc.Edges[i].From; !queued[from] {
				work, queued[from] = append(work, from), true
			}
		}
	}
	return in
}

// dead reports whether the value that an edge gives to a register is never
// read.
func (l *liveness) dead(pc *procCode, e *edgeCode) bool {
	return e.dst.first >= 0 && !e.dst.thread && !l.procs[pc.proc.ID][e.to].has(e.dst.first)
}

// bitsRead returns, for each register, how many of its low bits are read. An input of type _Bool has a whole
// byte, of which a condition reads one bit.
func (c *code) bitsRead() []int32 {
	bits := make([]int32, len(c.regs))
	seen := make(map[term.Term]bool)
	var stack []term.Term
	read := func(t term.Term, most int32) {
		if r, ok := c.symbols[t]; ok {
			bits[r] = max(bits[r], min(most, c.regs[r].width))
		} else if !seen[t] {
			seen[t] = true
			stack = append(stack, t)
		}
	}
	for i := range c.procs {
		for _, e := range c.procs[i].proc.Edges {
			for _, t := range cfa.Terms(e.Op) {
				read(t, math.MaxInt32)
			}
		}
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		most := int32(math.MaxInt32)
		if c.terms.Op(t) == term.OpExtract {
			high, _ := c.terms.Params(t)
			most = int32(high) + 1
		}
		for _, a := range c.terms.Args(t) {
			read(a, most)
		}
	}
	return bits
}
