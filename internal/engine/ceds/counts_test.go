package ceds_test

import (
	"context"
	"sync/atomic"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/property"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// countingSolver counts the questions that reach a solver.
type countingSolver struct {
	smt.Solver
	n *atomic.Int64
}

func (c countingSolver) Check(ctx context.Context, assumptions ...term.Term) smt.Result {
	c.n.Add(1)
	return c.Solver.Check(ctx, assumptions...)
}

// TestCounts wants that every question about states is counted once, by what decided it, and that nothing
// but what a configuration allows decides any.
func TestCounts(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"two threads", `
void *a(void *p) { x = U; while (x % 3) x++; return p; }
void *b(void *p) { y = U; while (y % 3) y++; return p; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0); if (x > 300) reach_error(); }`},
		{"a loop", `
int main(void) { unsigned char n = U; z = U * U; x = n > 9 ? n / 2 : n; while (x % 3) { x++; y = y + 1 & 3; } if (x > 300) reach_error(); }`},
	} {
		name, p := tt.name, compile(t, prelude+tt.text)
		// What is asked must not depend on what decides it.
		emptiness, equality := -1.0, -1.0
		for _, store := range ceds.Stores {
			for _, noCache := range []bool{false, true} {
				for _, noModels := range []bool{false, true} {
					var asked atomic.Int64
					cfg := ceds.Config{Store: store, Match: "equal", NoCache: noCache, NoModels: noModels,
						Wrap: func(_ *term.Store, s smt.Solver) smt.Solver {
							return countingSolver{s, &asked}
						}}
					eng, err := ceds.New(cfg)
					if err != nil {
						t.Fatal(err)
					}
					res, err := eng.Check(t.Context(),
						engine.Task{Program: p, Property: property.UnreachCall})
					if err != nil || res.Verdict.Kind != property.True {
						t.Fatalf("%s: %v, %v %s", name, err, res.Verdict, res.Why)
					}
					n := map[string]float64{}
					for _, s := range res.Stats {
						n[s.Name] = s.Value
					}
					where := func(what string) string {
						return name + ": " + what + ": " + store +
							map[bool]string{true: ", no cache"}[noCache] +
							map[bool]string{true: ", no models"}[noModels]
					}
					if got := n["emptiness syntactic"] + n["emptiness by intervals"] +
						n["emptiness by a model"] + n["emptiness from the cache"] +
						n["emptiness by the solver"]; got != n["emptiness checks"] {
						t.Errorf("%s: %v of %v", where("emptiness checks that are accounted for"), got,
							n["emptiness checks"])
					}
					rest := n["equality checks"] - n["equality syntactic"] - n["equality from the cache"] -
						n["equality refuted by a value"] - n["equality by the solver"]
					if rest < 0 || store == "whole" && rest > 0 {
						t.Errorf("%s: %v", where("equality checks that nothing decided"), rest)
					}
					if noCache && n["emptiness from the cache"]+n["equality from the cache"] > 0 {
						t.Error(where("a cache was used"))
					}
					if noModels && n["emptiness by a model"]+n["equality refuted by a value"] > 0 {
						t.Error(where("a model was used"))
					}
					// A comparison takes several questions, emptiness one; a remembered answer counts as by
					// the cache.
					if least := n["emptiness by the solver"] +
						n["equality by the solver"]; float64(asked.Load()) < least {
						t.Errorf("%s: %d, counted are %v", where("questions that reached a solver"),
							asked.Load(), least)
					}
					if emptiness >= 0 && n["emptiness checks"] != emptiness {
						t.Errorf("%s: %v, and %v in another configuration", where("emptiness checks"),
							n["emptiness checks"], emptiness)
					}
					emptiness = n["emptiness checks"]
					if store == "whole" {
						if equality >= 0 && n["equality checks"] != equality {
							t.Errorf("%s: %v, and %v in another configuration", where("equality checks"),
								n["equality checks"], equality)
						}
						equality = n["equality checks"]
					}
				}
			}
		}
	}
}
