package words

import "whittle.dev/term"

// table maps terms to 32-bit numbers, in pages; 0 is absence.
type table struct{ pages []*[pageSize]uint32 }

const (
	pageBits = 10
	pageSize = 1 << pageBits
)

func (tt *table) get(t term.Term) uint32 {
	i := int(t >> pageBits)
	if i >= len(tt.pages) || tt.pages[i] == nil {
		return 0
	}
	return tt.pages[i][t&(pageSize-1)]
}

func (tt *table) set(t term.Term, v uint32) {
	i := int(t >> pageBits)
	if i >= len(tt.pages) {
		tt.pages = append(tt.pages, make([]*[pageSize]uint32, i+1-len(tt.pages))...)
	}
	if tt.pages[i] == nil {
		tt.pages[i] = new([pageSize]uint32)
	}
	tt.pages[i][t&(pageSize-1)] = v
}
