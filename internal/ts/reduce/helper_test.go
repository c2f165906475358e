package reduce

import (
	"context"
	"testing"

	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// oneProcess makes a system with one process of some locations, whose program counter is variable 0.
func oneProcess(locs int) *ts.System {
	st := term.NewStore()
	return &ts.System{Terms: st, Processes: []ts.Process{{Name: "p", Locs: make([]ts.Location, locs)}},
		Vars: []ts.Var{{Name: "pc", Sym: st.Symbol("pc", term.BitVec(4)), Counter: true, Init: st.BV(4, 0)}}}
}

// reached tells which goals of a system are reached, by exploration.
func reached(t *testing.T, s *ts.System) []int {
	t.Helper()
	s.Summarise()
	x, err := explore.All(context.Background(), s, explore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x.Reached
}
