package native

import "whittle.dev/smt/native/internal/aig"

import "whittle.dev/term"

// The number of a translated term is one more than its literal (Bool), the
// offset of its literals in the slab (bit-vector), or its array number.

// bit returns the literal of a translated Bool term.
func (s *Solver) bit(t term.Term) aig.Lit { return aig.Lit(s.table.Get(t) - 1) }

// vec returns the literals of a translated bit-vector or Bool term. The slice
// stays valid but is not to be written.
func (s *Solver) vec(t term.Term) []aig.Lit {
	w := s.st.Sort(t).Width()
	if w == 0 {
		v := s.tmp.Get(1)
		v[0] = s.bit(t)
		return v
	}
	off := int(s.table.Get(t) - 1)
	return s.slab[off : off+w : off+w]
}

// array returns the array of a translated array term.
func (s *Solver) array(t term.Term) int32 { return int32(s.table.Get(t) - 1) }

// room reserves w literals of the slab.
func (s *Solver) room(w int) uint32 {
	off := len(s.slab)
	if off+w > cap(s.slab) {
		want := off + max(w, off/4, 4096)
		if want > aig.MaxGates {
			s.g.Full = true
		}
		grown := make([]aig.Lit, off, want)
		copy(grown, s.slab)
		s.slab = grown
	}
	s.slab = s.slab[:off+w]
	clear(s.slab[off:])
	return uint32(off)
}

// keep copies v to the slab.
func (s *Solver) keep(v []aig.Lit) uint32 {
	off := s.room(len(v))
	copy(s.slab[off:], v)
	return off
}

// define makes v the bits of the term t.
func (s *Solver) define(t term.Term, v []aig.Lit) {
	if s.st.Sort(t).IsBool() {
		s.table.Set(t, uint32(v[0])+1)
		return
	}
	s.table.Set(t, s.keep(v)+1)
}
