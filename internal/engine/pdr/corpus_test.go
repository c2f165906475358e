package pdr_test

import (
	"context"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
)

// patience is how often the engine may look at its context before it is stopped: a limit that does not depend
// on the machine.
const patience = 20_000

// TestCorpus: the verdicts of the corpus of systems, of which an ordinary run takes a fifth, by default and
// with settings changed, in turn. The engine may give up.
func TestCorpus(t *testing.T) {
	type change struct{ name, value string }
	changes := []change{{}}
	for _, s := range pdr.Settings() {
		for _, v := range s.Values[1:] {
			changes = append(changes, change{s.Name, v.Name})
		}
	}
	for _, c := range testflag.Some(systems.Corpus(), 20) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			which := []int{0}
			for _, i := range testflag.Turn(c.Name, 1, len(changes)-1) {
				which = append(which, 1+i)
			}
			for _, i := range which {
				var cfg pdr.Config
				if set := changes[i]; set.name != "" {
					if err := pdr.Settings().Apply(&cfg, map[string]string{set.name: set.value}); err != nil {
						t.Fatal(err)
					}
				}
				sys := c.System()
				sys.Terms.Freeze()
				task := engine.Task{System: sys, Goal: engine.AllGoals, Property: property.Bad}
				what := c.Name + ", " + changes[i].name + " " + changes[i].value
				res, err := pdr.New(cfg).Check(&patient{Context: t.Context(), left: patience}, task)
				if err != nil {
					t.Errorf("%s: %v", what, err)
					continue
				}
				compare(t, what, sys, task, res, !c.Safe)
			}
		})
	}
}

// patient is a context that ends after it was looked at so many times.
type patient struct {
	context.Context
	left int
}

func (p *patient) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return p.Context.Err()
}
