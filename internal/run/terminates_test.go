package run_test

import (
	"testing"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// TestEndsByTurns compares whether random programs with threads that have their turns end with an explicit
// search.
func TestEndsByTurns(t *testing.T) {
	f, err := ltl.Parse("F end")
	if err != nil {
		t.Fatal(err)
	}
	n := tally{T: t}
	for seed := range testflag.Seeds(3) {
		p := randltl.New(uint64(seed))
		n.ask(seed, "termination", p, run.Task{Property: string(property.Termination)},
			p.Holds(f, property.Weak))
	}
	n.log()
}
