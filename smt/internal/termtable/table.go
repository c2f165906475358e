package termtable

import "whittle.dev/term"

// Table maps terms to 32-bit numbers, in pages: a store forked over a large
// frozen base costs only the pages that are touched.
type Table struct {
	pages []*[pageSize]uint32
}

const (
	pageBits = 10
	pageSize = 1 << pageBits
)

// Get returns the number of t, 0 if it has none.
func (tt *Table) Get(t term.Term) uint32 {
	p := int(t >> pageBits)
	if p >= len(tt.pages) || tt.pages[p] == nil {
		return 0
	}
	return tt.pages[p][t&(pageSize-1)]
}

// Set gives t a number.
func (tt *Table) Set(t term.Term, v uint32) {
	p := int(t >> pageBits)
	if p >= len(tt.pages) {
		tt.pages = append(tt.pages, make([]*[pageSize]uint32, p+1-len(tt.pages))...)
	}
	if tt.pages[p] == nil {
		tt.pages[p] = new([pageSize]uint32)
	}
	tt.pages[p][t&(pageSize-1)] = v
}

// Reset takes all numbers away.
func (tt *Table) Reset() { clear(tt.pages); tt.pages = tt.pages[:0] }
