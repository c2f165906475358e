package slab_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/engine/slab/switches"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
)

// patience is how often a configuration may look at its context before it is stopped: a limit that does not
// depend on the machine.
const patience = 8_000

// hasty is the patience with a configuration that need not decide.
const hasty = 300

// TestCorpus: the verdicts of all systems, with each switch.
func TestCorpus(t *testing.T) {
	all, list := switches.All(), systems.Corpus()
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = c.Name
	}
	some := testflag.Some(names, len(names)/3)
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			if slices.Contains(some, c.Name) {
				law(t, c, all[0])
			}
			for _, i := range testflag.Turn(c.Name, 1, len(all)-1) {
				law(t, c, all[1+i])
			}
		})
	}
}

// TestRandom: random finite systems, whose states were enumerated.
func TestRandom(t *testing.T) {
	all := switches.All()
	for seed := range testflag.Seeds(60) {
		c := systems.Random(seed)
		law(t, c, all[0])
		for _, i := range testflag.Turn(c.Name, 1, len(all)-1) {
			law(t, c, all[1+i])
		}
	}
}

// TestRandomProcesses: random systems of interchangeable processes.
func TestRandomProcesses(t *testing.T) {
	all := switches.All()
	for seed := range testflag.Seeds(60) {
		c := systems.RandomProcesses(seed)
		law(t, c, all[0])
		for _, i := range testflag.Turn(c.Name, 1, len(all)-1) {
			law(t, c, all[1+i])
		}
	}
}

// law runs a configuration on a system. A verdict must be right and have its evidence.
func law(t *testing.T, c systems.Case, with switches.Configuration) {
	t.Helper()
	sys := c.System()
	sys.Terms.Freeze()
	ctx := &patient{Context: t.Context(), left: patience}
	if with.Weak {
		ctx.left = hasty
	}
	task := engine.Task{System: sys, Goal: engine.AllGoals, Property: property.Bad}
	res, err := slab.New(with.Config).Check(ctx, task)
	if err != nil {
		t.Errorf("%s, %s: %v", c.Name, with.Name, err)
		return
	}
	switch res.Verdict.Kind {
	case property.True:
		if !c.Safe {
			t.Errorf("%s, %s: true", c.Name, with.Name)
		} else if res.Invariant == nil {
			t.Errorf("%s, %s: no certificate", c.Name, with.Name)
		} else {
			systems.Certified(t, c.Name+", "+with.Name, res.Invariant.Claim(task), false)
		}
	case property.False:
		if c.Safe || res.Path == nil {
			t.Errorf("%s, %s: false", c.Name, with.Name)
		} else if err := sys.Replay(res.Path); err != nil {
			t.Errorf("%s, %s: %v", c.Name, with.Name, err)
		}
	default:
		if !with.Weak {
			t.Logf("%s, %s: unknown: %s", c.Name, with.Name, res.Why)
		}
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
