package bmc

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa/pass"
	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
)

// TestExactProjection looks at the models: what a thread includes is what the
// goal needs, no more.
func TestExactProjection(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join("..", "..", "..", "examples", "*_broken.c"))
	if len(names) == 0 {
		t.Fatal("no examples")
	}
	partial, seen := 0, 0
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			ctx := context.Background()
			p, _, err := c.Load(ctx, c.Config{Files: []string{name}, Property: property.UnreachCall,
				DataModel: c.LP64})
			if err != nil {
				t.Skip(err)
			}
			p, err = passes.All().Run(ctx, p, pass.Options{})
			if err != nil {
				t.Fatal(err)
			}
			p.Terms.Freeze()
			plan, err := events.NewPlan(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			for bound := 1; bound <= 4; bound *= 2 {
				known, err := unroll(ctx, plan, events.Options{Bound: bound, Spin: true, MaxThreads: 8,
					MaxConst: 10_000, MaxSteps: 20_000}, Config{}, true)
				if err != nil {
					t.Skip(err)
				}
				g := known.g
				known.prepare(eventfacts.NewMeter(ctx, nil), false, false)
				e := newEncoder(ctx, known, native.New(g.Terms, native.Config{}), meter{})
				e.exact = newProjection(e)
				r, err := e.ask(events.ViolationGoal)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != smt.Sat {
					continue
				}
				seen++
				x := &execution{e: e, goal: e.reachedGoal(events.ViolationGoal)}
				if err := x.order([]events.NodeID{x.goal.Node}); err != nil {
					t.Fatal(err)
				}
				for _, th := range g.Threads {
					if th.Idle {
						continue
					}
					if n := e.exact.reached(th.ID); n != x.past[th.ID] {
						t.Errorf("bound %d: thread %d includes its first %d nodes, the goal needs %d of %d",
							bound, th.ID, n+1, x.past[th.ID]+1, len(th.Chain))
					} else if n+1 < len(th.Chain) {
						partial++
					}
				}
				return
			}
		})
	}
	if seen == 0 || partial == 0 {
		t.Errorf("%d violations, %d threads that stop before their end", seen, partial)
	}
}

// reached is the index of the last node that a thread includes in the model, or -1.
func (p *projection) reached(thread int) int {
	for _, k := range slices.Backward(p.below[thread]) {
		if p.e.holds(p.runs[thread][k]) {
			return p.stops[thread][k]
		}
	}
	return -1
}
