package bmc

import (
	"context"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// arbitraryReadRounds is how many bounds are tried with invalid reads that give any
// value: the values may lead to more iterations than the program has.
const arbitraryReadRounds = 2

// proveWithArbitraryReads goes on when the property was found to hold but for executions with invalid
// accesses. Whatever an invalid read does, other than corrupting the machine, it either ends the execution or
// brings some value. If no execution in which such reads end it or bring any value whatsoever violates the
// property, exceeds the bound, or makes an invalid write, then the property holds, and all the more if the
// access was called invalid only because the analysis of pointers has lost the object. What is violated with
// made-up values says nothing, so anything but a proof leaves the answer as it was.
func (s *search) proveWithArbitraryReads(ctx context.Context, a answer) answer {
	if s.cfg.NoAnyReads || s.task.Property == property.NoDataRace ||
		s.task.Property.Covers(property.ValidDeref) {
		return a
	}
	proof := *s
	proof.arbitraryReads, proof.guesses = true, !s.cfg.NoSoftAddresses
	for range arbitraryReadRounds {
		s.task.Emit(engine.Event{Stage: "any reads", Bound: s.bounds.greatest(),
			Detail: "invalid reads give any value"})
		p, err := proof.round(ctx)
		switch {
		case err != nil:
			return a
		case p.final && p.Verdict.Kind == property.True:
			p.Stats = s.stats.list(s.bounds.greatest())
			p.Assumed = append(p.Assumed, engine.Assumption{Pos: a.Pos, Arbitrary: true})
			return p
		case p.final || !s.bounds.grow():
			return a
		}
	}
	return a
}
