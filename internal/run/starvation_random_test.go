package run_test

import (
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// TestRandomStarvation compares what is said of threads that wait in random programs with an explicit search.
func TestRandomStarvation(t *testing.T) {
	n := tally{T: t}
	for seed := range testflag.Seeds(12) {
		p := randltl.New(uint64(seed))
		for _, fair := range []property.Fairness{property.Weak, property.Strong} {
			n.ask(seed, "starvation", p, run.Task{Property: string(property.NoStarvation),
				Fairness: string(fair)}, !p.Starves(fair))
		}
	}
	n.log()
}
