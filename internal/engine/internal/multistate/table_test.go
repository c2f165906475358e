package multistate

import (
	"testing"

	"whittle.dev/term"
)

// filled returns a state whose first object is a table of numbers.
func filled(t *testing.T) (x *Stepper, st *State, at func(i int) uint64) {
	x, st = newTest(t)
	st.object(0).size = 2 * tableCells
	at = func(i int) uint64 { return x.p.RegionStart(1) + uint64(i) }
	for i := range tableCells + 10 {
		st.write(at(i), x.s.BV(8, uint64(i+1)))
	}
	return x, st, at
}

// TestTableImage: what is remembered of a table is forgotten when the table changes, and only then.
func TestTableImage(t *testing.T) {
	x, st, at := filled(t)
	key := x.Image(st).Key
	later := st.fork()
	later.write(at(3), x.s.BV(8, 100))
	if x.Image(later).Key == key {
		t.Error("another number has made no other key")
	}
	later.write(at(3), x.s.BV(8, 4)) // in place
	if x.Image(later).Key != key {
		t.Error("the same numbers have made another key")
	}
	sym := x.symbols.Fresh(&later.used, term.BitVec(8))
	later.write(at(5), sym)
	if im := x.Image(later); im.Key == key || len(im.Slots) != 1 || im.Slots[0] != sym {
		t.Errorf("a table with a symbol has %d slots", len(im.Slots))
	}
	if x.Image(st).Key != key {
		t.Error("what the copy has become has changed the state")
	}
}

// TestTableKept: a table that was kept is not looked at again before it changes.
func TestTableKept(t *testing.T) {
	x, st, at := filled(t)
	asked := 0
	keep := func(p Place, _ term.Term) bool {
		if p.Object == 0 {
			asked++
		}
		return true
	}
	for i, change := range []bool{false, false, true} {
		asked = 0
		st = st.fork()
		if change {
			st.write(at(2), x.s.BV(8, 7))
		}
		if g := x.Generalise(st, keep); len(g.Slots) > 0 {
			t.Errorf("round %d: %d slots", i, len(g.Slots))
		}
		if (asked > 0) != (i == 0 || change) {
			t.Errorf("round %d: asked about %d cells", i, asked)
		}
	}
	st = st.fork()
	st.write(at(2), x.s.BV(8, 8))
	g := x.Generalise(st, func(p Place, _ term.Term) bool { return p.Object != 0 || p.Offset != 2 })
	if len(g.Slots) != 1 {
		t.Errorf("%d slots where one cell is not kept", len(g.Slots))
	}
}
