package native

import (
	"whittle.dev/smt/internal/termtable"
	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// vectors are the bits of terms. The number of a translated term is one more than its literal
// (Bool), the offset of its literals in the slab (bit-vector), or its array number.
type vectors struct {
	st    *term.Store
	g     *aig.Graph
	table termtable.Table
	slab  []aig.Lit // bits of bit-vector terms
	tmp   aig.Scratch
}

// reset forgets all gates and bits.
func (bs *vectors) reset() {
	bs.g.Reset()
	bs.table.Reset()
	bs.slab = bs.slab[:0]
}

// bit returns the literal of a translated Bool term.
func (bs *vectors) bit(t term.Term) aig.Lit { return aig.Lit(bs.table.Get(t) - 1) }

// vec returns the literals of a translated bit-vector or Bool term. The slice
// stays valid but is not to be written.
func (bs *vectors) vec(t term.Term) []aig.Lit {
	w := bs.st.Sort(t).Width()
	if w == 0 {
		v := bs.tmp.Get(1)
		v[0] = bs.bit(t)
		return v
	}
	off := int(bs.table.Get(t) - 1)
	return bs.slab[off : off+w : off+w]
}

// array returns the array of a translated array term.
func (bs *vectors) array(t term.Term) int32 { return int32(bs.table.Get(t) - 1) }

// room reserves w literals of the slab.
func (bs *vectors) room(w int) uint32 {
	off := len(bs.slab)
	if off+w > cap(bs.slab) {
		want := off + max(w, off/4, 4096)
		if want > aig.MaxGates {
			bs.g.Full = true
		}
		grown := make([]aig.Lit, off, want)
		copy(grown, bs.slab)
		bs.slab = grown
	}
	bs.slab = bs.slab[:off+w]
	clear(bs.slab[off:])
	return uint32(off)
}

// keep copies v to the slab.
func (bs *vectors) keep(v []aig.Lit) uint32 {
	off := bs.room(len(v))
	copy(bs.slab[off:], v)
	return off
}

// define makes v the bits of the term t.
func (bs *vectors) define(t term.Term, v []aig.Lit) {
	if bs.st.Sort(t).IsBool() {
		bs.table.Set(t, uint32(v[0])+1)
		return
	}
	bs.table.Set(t, bs.keep(v)+1)
}
