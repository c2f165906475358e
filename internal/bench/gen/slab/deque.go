package slab

import (
	"fmt"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Deque is the abstract cyclic buffer of a double-ended queue: n flags say which cells are allocated, at
// first the first one alone. A step toggles a flag whose two neighbours differ, so that the allocated cells
// stay one segment of the circle.
type Deque struct {
	Cells int // at least 4
	Error DequeError
	// Broken lets the last cell toggle whatever its neighbours are.
	Broken bool
}

// DequeError is what must not happen.
type DequeError uint8

const (
	// Full is the error of the paper: there is no cell left. It is trivial, since a state in which all flags
	// are set has no predecessor whose toggled flag has different neighbours.
	Full DequeError = iota
	// TwoSegments: the cells 0 and 2 are allocated, the cells 1 and 3 are not.
	TwoSegments
	// TwoSegmentsAnywhere: two segments end at some two places, one goal for each pair of them.
	TwoSegmentsAnywhere
)

// System makes the system.
func (d Deque) System() *transition.System {
	m := guarded.New()
	cells := make([]guarded.Var, d.Cells)
	for i := range cells {
		cells[i] = m.BoolVar(fmt.Sprintf("cell%d", i))
		if i == 0 {
			m.Init(cells[i].Term)
		} else {
			m.Init(m.Not(cells[i].Term))
		}
	}
	at := func(i int) term.Term { return cells[(i+d.Cells)%d.Cells].Term }
	for i, c := range cells {
		guard := m.Xor(at(i-1), at(i+1))
		if d.Broken && i == d.Cells-1 {
			guard = m.True()
		}
		m.Command(fmt.Sprintf("toggle %d", i), m.When(guard), c.Becomes(m.Not(c.Term)))
	}
	ends := func(i int) term.Term { return m.And(at(i), m.Not(at(i+1))) }
	switch d.Error {
	case Full:
		full := make([]term.Term, d.Cells)
		for i := range full {
			full[i] = at(i)
		}
		m.Bad("full", full...)
	case TwoSegments:
		m.Bad("segments end at 0 and 2", ends(0), ends(2))
	case TwoSegmentsAnywhere:
		for i := range d.Cells {
			for j := i + 2; j < min(d.Cells, d.Cells+i-1); j++ {
				m.Bad(fmt.Sprintf("segments end at %d and %d", i, j), ends(i), ends(j))
			}
		}
	}
	return m.System()
}
