package multistate

import (
	"crypto/sha256"

	"whittle.dev/term"
)

// Tables: objects of many cells.
//
// A program that keeps the ids of ten thousand threads in an array changes one of them in a step, and looks
// at few. So what has been found out about all cells of such an object is remembered until it is changed.

// tableCells is from how many cells on an object is a table.
const tableCells = 64

// table is what is remembered of an object. It goes when memory.object makes the object ready to be changed.
type table struct {
	slots  bool     // some cell is not constant; then there is no digest
	digest [32]byte // of the cells as an image has them
	kept   bool     // Generalise has left all cells as they are
}

// tableOf returns what is known of the cells of a large object; nil: it is a small one.
func (e *encoder) tableOf(o *object) *table {
	if len(o.cells) < tableCells {
		return nil
	}
	if o.table == nil {
		start, slots, shape := len(e.buf), len(e.slots), e.shape
		e.shape = nil // a table of constants stays as it is
		e.cells(o)
		e.shape = shape
		o.table = &table{slots: len(e.slots) > slots}
		if !o.table.slots {
			o.table.digest = sha256.Sum256(e.buf[start:])
		}
		e.buf, e.slots = e.buf[:start], e.slots[:slots]
	}
	return o.table
}

// wholeTables returns the tables of a state that stay as they are, by their index: all their cells are
// constants that keep wants to stay, or wanted when the table was changed last.
func (x *Stepper) wholeTables(st *State, keep func(Place, term.Term) bool) map[int]bool {
	var out map[int]bool
	for i, o := range st.objects {
		t := x.canonical.encoder.tableOf(o)
		if t == nil || t.slots || !t.kept && !x.keeps(st, i, keep) {
			continue
		}
		t.kept = true
		if out == nil {
			out = map[int]bool{}
		}
		out[i] = true
	}
	return out
}

// keeps reports whether all cells of an object stay.
func (x *Stepper) keeps(st *State, i int, keep func(Place, term.Term) bool) bool {
	for _, c := range st.objects[i].cells {
		if !keep(st.place(place{thread: -1, object: i, cell: c}, x.s.Sort(c.val)), c.val) {
			return false
		}
	}
	return true
}
