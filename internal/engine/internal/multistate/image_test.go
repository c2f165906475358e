package multistate

import (
	"testing"

	"whittle.dev/term"
)

// TestImage compares images: the names of symbols and what is written twice make no difference to the key, a
// constant, the place of a value or its width do.
func TestImage(t *testing.T) {
	image := func(change func(x *Stepper, st *State)) Image {
		x, st := newTest(t)
		change(x, st)
		return x.Image(st)
	}
	symbol := func(skip int, off uint64, width int) func(x *Stepper, st *State) {
		return func(x *Stepper, st *State) {
			for range skip {
				x.symbols.Fresh(&st.used, term.BitVec(8))
			}
			st.write(x.p.RegionStart(1)+off, x.symbols.Fresh(&st.used, term.BitVec(width)))
		}
	}
	one := image(symbol(0, 4, 16))
	if len(one.Slots) != 1 {
		t.Fatalf("%d slots", len(one.Slots))
	}
	if image(symbol(3, 4, 16)).Key != one.Key {
		t.Error("another symbol makes another key")
	}
	again := image(func(x *Stepper, st *State) {
		st.write(x.p.RegionStart(1)+4, x.s.BV(16, 99))
		symbol(0, 4, 16)(x, st)
	})
	if again.Key != one.Key {
		t.Error("what was written over makes another key")
	}
	for name, change := range map[string]func(x *Stepper, st *State){
		"another place": symbol(0, 6, 16), "another width": symbol(0, 4, 8),
		"a constant": func(x *Stepper, st *State) { st.write(x.p.RegionStart(1)+4, x.s.BV(16, 1)) },
		"one more constant": func(x *Stepper, st *State) {
			symbol(0, 4, 16)(x, st)
			st.write(x.p.RegionStart(1), x.s.BV(16, 1))
		},
	} {
		if image(change).Key == one.Key {
			t.Errorf("%s makes no other key", name)
		}
	}
}
