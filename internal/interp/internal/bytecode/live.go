package bytecode

import "whittle.dev/internal/cfa"

// Bitset is a set of words of a frame.
type Bitset []uint64

// Has reports whether word i is in the set.
func (b Bitset) Has(i int32) bool { return b[i/64]>>(i%64)&1 != 0 }

func (b Bitset) add(s Slots) {
	for i := s.First; i < s.First+s.Words; i++ {
		b[i/64] |= 1 << (i % 64)
	}
}

func (b Bitset) remove(s Slots) {
	for i := s.First; i < s.First+s.Words; i++ {
		b[i/64] &^= 1 << (i % 64)
	}
}

// Live returns, by location, which words of the registers of a procedure are read on some path before they
// are written: the usual backward data-flow problem.
func (c *Program) Live(pc *Proc) []Bitset {
	proc := pc.CFA
	words := max(int(pc.Locals+63)/64, 1)
	in := make([]Bitset, len(proc.Locs))
	for i := range in {
		in[i] = make(Bitset, words)
	}
	uses := make([]Bitset, len(proc.Edges))
	for i, e := range proc.Edges {
		uses[i] = make(Bitset, words)
		terms := cfa.Terms(e.Op)
		if len(terms) == 0 {
			continue
		}
		for _, sym := range c.Terms.Symbols(terms...) {
			if s := c.Regs[c.symbols[sym]]; !s.Thread {
				uses[i].add(s)
			}
		}
	}
	tmp := make(Bitset, words)
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
			if d := cfa.Def(e.Op); d != cfa.NoReg && !c.Regs[d].Thread {
				tmp.remove(c.Regs[d])
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

// KeepVariables adds to the sets of Live the registers that are variables of the source.
func (c *Program) KeepVariables(pc *Proc, live []Bitset) {
	for i, r := range c.CFA.Regs {
		if r.Proc != pc.CFA.ID || r.Type == "" {
			continue
		}
		for _, set := range live {
			set.add(c.Regs[i])
		}
	}
}
