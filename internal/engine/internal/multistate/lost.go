package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Lost blocks: those of the heap that nothing leads to (valid-memtrack).
//
// Whether a value leads to a block may depend on symbols. So it is a condition, and so is whether a block is
// reached over others: the least solution of reached(b) = root(b) or, for some block a, reached(a) and a
// leads to b. It is computed in at most as many rounds as there are blocks. Conditions are true or false as
// long as pointers are constants. The bytes of a symbolic pointer that lie apart do not count, so that what
// is lost in some state here may not be lost there: the interpreter decides.
//
// A block that is lost stays lost, so what other threads do later makes it no less a violation: their steps
// may come as early as in any search. The look itself commutes with nothing that they can do (see looks).

// losses computes which blocks are lost in a state.
type losses struct {
	x        *expansion
	returned bool // the initial function has returned: its objects lead to nothing
	blocks   []*object
	index    map[uint64]int // by region: in blocks
}

// losesBlock reports whether some block may be lost in the state of a run, and assumes that one is. returned
// says that the initial function has returned.
func (x *expansion) losesBlock(r *run, returned bool) bool {
	l := &losses{x: x, returned: returned, index: map[uint64]int{}}
	for _, o := range r.st.made() {
		if o.live && o.kind.IsHeap() && !x.given(o) {
			l.index[x.p.RegionOf(o.addr)] = len(l.blocks)
			l.blocks = append(l.blocks, o)
		}
	}
	if len(l.blocks) == 0 {
		return false
	}
	reached := l.reached(l.roots(r.st))
	cond := x.s.Not(x.s.And(reached...))
	if x.s.IsFalse(cond) {
		return false
	}
	return x.conditions.assume(r.st, cond) != smt.Unsat
}

// given reports whether the program need not free an object.
func (x *expansion) given(o *object) bool {
	if o.abstract < 0 {
		return o.aside // else the interpreter decides
	}
	a, ok := x.effects.pts.Objects[o.abstract].Alloc()
	return ok && a.Given
}

// reached is for each block the condition that something leads to it, given that for the roots.
func (l *losses) reached(roots []term.Term) []term.Term {
	s := l.x.s
	leads := make([][]term.Term, len(l.blocks)) // by block: to which others
	for i, o := range l.blocks {
		leads[i] = l.nothing()
		l.object(o, leads[i])
	}
	now := roots
	for range l.blocks {
		next := slices.Clone(roots)
		for a := range l.blocks {
			for b := range l.blocks {
				next[b] = s.Or(next[b], s.And(now[a], leads[a][b]))
			}
		}
		if slices.Equal(now, next) {
			break
		}
		now = next
	}
	return now
}

// nothing is the condition false for each block.
func (l *losses) nothing() []term.Term {
	return slices.Repeat([]term.Term{l.x.s.False()}, len(l.blocks))
}

// roots is for each block the condition that something that is no block leads to it.
func (l *losses) roots(st *State) []term.Term {
	out := l.nothing()
	for _, t := range st.threads {
		l.value(t.exit, out)
		for _, v := range t.shared {
			l.value(v, out)
		}
		for i := range t.frames {
			f := &t.frames[i]
			for _, k := range f.proc.live[f.loc] {
				l.value(f.regs[k], out)
			}
		}
	}
	for _, o := range st.objects {
		_, block := l.index[l.x.p.RegionOf(o.addr)]
		if o.live && !block && !o.aside && !(o.immortal && l.returned) {
			l.object(o, out)
		}
	}
	return out
}

// value adds to conditions what a value leads to.
func (l *losses) value(v term.Term, to []term.Term) {
	s, width := l.x.s, l.x.p.PtrWidth
	if v == term.None || !s.Sort(v).IsBitVec() {
		return
	}
	for lo := 0; lo+width <= s.Sort(v).Width(); lo += width {
		l.word(s.Extract(lo+width-1, lo, v), to)
	}
}

// word adds to conditions what a word leads to as an address: a block that it is in or just past.
func (l *losses) word(v term.Term, to []term.Term) {
	s, p := l.x.s, l.x.p
	for i, o := range l.blocks {
		inside := s.BVUle(s.BVSub(v, s.BV(p.PtrWidth, o.addr)), s.BV(p.PtrWidth, o.size))
		to[i] = s.Or(to[i], inside)
	}
}

// object adds to conditions what an object leads to: by a cell, or by bytes side by side that are known.
func (l *losses) object(o *object, to []term.Term) {
	bytes := map[uint64]byte{}
	for _, c := range o.cells {
		l.value(c.val, to)
		for lo := 0; lo < l.x.s.Sort(c.val).Width(); lo += 8 {
			if b, known := l.x.p.byteOf(c.val, lo); known == 0xff {
				bytes[c.off+uint64(lo/8)] = byte(b)
			}
		}
	}
	size := uint64(l.x.p.PtrWidth / 8)
	for first, b := range bytes {
		for last := first; b != 0 && last < first+size; last++ {
			if addr, ok := l.joined(o, bytes, last, size); ok {
				l.word(l.x.s.BV(l.x.p.PtrWidth, addr), to)
			}
		}
	}
}

// joined is the number that bytes of an object make up of which one is the last, if all are known.
func (l *losses) joined(o *object, bytes map[uint64]byte, last, size uint64) (addr uint64, ok bool) {
	if last >= o.size || last+1 < size {
		return 0, false
	}
	for k := range size {
		b, known := bytes[last-k]
		if !known {
			i := o.at(l.x.s, last-k)
			if !o.zero || i < len(o.cells) && o.cells[i].off <= last-k {
				return 0, false
			}
		}
		addr = addr<<8 | uint64(b)
	}
	return addr, true
}

// looks reports whether a look for lost blocks follows an edge. Whatever other threads do may matter to it.
func (p *program) looks(e *cfa.Edge) bool {
	if !p.tracks {
		return false
	}
	proc := p.ofEdge[e.ID]
	for _, i := range proc.Locs[e.To].Out {
		for _, k := range proc.Locs[proc.Edges[i].To].Out {
			if v, ok := proc.Edges[k].Op.(cfa.Violation); ok && v.Lost {
				return true
			}
		}
	}
	return false
}

// keepVariables makes the variables of a procedure that are registers and may hold addresses live everywhere:
// a program that looks for lost blocks tells whether they do.
func (p *program) keepVariables(proc *procedure) {
	for i, list := range proc.live {
		for k, r := range proc.locals {
			if reg := &p.Regs[r]; reg.Type != "" && reg.Sort.Width() >= p.PtrWidth {
				list = append(list, int32(k))
			}
		}
		slices.Sort(list)
		proc.live[i] = slices.Compact(list)
	}
}
