package native

import "whittle.dev/term"

// termTable maps terms to 32-bit numbers, in pages: a store forked over a large
// frozen base costs only the pages that are touched.
type termTable struct {
	pages []*[pageSize]uint32
}

const (
	pageBits = 10
	pageSize = 1 << pageBits
)

// get returns the number of t, 0 if it has none.
func (tt *termTable) get(t term.Term) uint32 {
	p := int(t >> pageBits)
	if p >= len(tt.pages) || tt.pages[p] == nil {
		return 0
	}
	return tt.pages[p][t&(pageSize-1)]
}

func (tt *termTable) set(t term.Term, v uint32) {
	p := int(t >> pageBits)
	if p >= len(tt.pages) {
		tt.pages = append(tt.pages, make([]*[pageSize]uint32, p+1-len(tt.pages))...)
	}
	if tt.pages[p] == nil {
		tt.pages[p] = new([pageSize]uint32)
	}
	tt.pages[p][t&(pageSize-1)] = v
}

func (tt *termTable) reset() { clear(tt.pages); tt.pages = tt.pages[:0] }

// The number of a translated term is one more than its literal (Bool), the
// offset of its literals in the slab (bit-vector), or its array number.

// bit returns the literal of a translated Bool term.
func (s *Solver) bit(t term.Term) lit { return lit(s.table.get(t) - 1) }

// vec returns the literals of a translated bit-vector or Bool term. The slice
// stays valid but is not to be written.
func (s *Solver) vec(t term.Term) []lit {
	w := s.st.Sort(t).Width()
	if w == 0 {
		v := s.tmp.get(1)
		v[0] = s.bit(t)
		return v
	}
	off := int(s.table.get(t) - 1)
	return s.slab[off : off+w : off+w]
}

// array returns the array of a translated array term.
func (s *Solver) array(t term.Term) int32 { return int32(s.table.get(t) - 1) }

// room reserves w literals of the slab.
func (s *Solver) room(w int) uint32 {
	off := len(s.slab)
	if off+w > cap(s.slab) {
		want := off + max(w, off/4, 4096)
		if want > maxGates {
			s.g.full = true
		}
		grown := make([]lit, off, want)
		copy(grown, s.slab)
		s.slab = grown
	}
	s.slab = s.slab[:off+w]
	clear(s.slab[off:])
	return uint32(off)
}

// keep copies v to the slab.
func (s *Solver) keep(v []lit) uint32 {
	off := s.room(len(v))
	copy(s.slab[off:], v)
	return off
}

// define makes v the bits of the term t.
func (s *Solver) define(t term.Term, v []lit) {
	if s.st.Sort(t).IsBool() {
		s.table.set(t, uint32(v[0])+1)
		return
	}
	s.table.set(t, s.keep(v)+1)
}
