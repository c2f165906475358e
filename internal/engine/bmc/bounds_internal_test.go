package bmc

import (
	"context"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/property"
)

// TestHeldBounds looks at the bounds that are left behind, round by round.
func TestHeldBounds(t *testing.T) {
	const prelude = `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g, h;
`
	for _, tt := range []struct {
		name, src string
		// The bounds that are held in each round, by procedure (inner is part of main);
		// the last round decides.
		rounds []string
		holds  bool
	}{
		{name: "one loop is long", holds: true, rounds: []string{"", "", "r 2", "r 2", "r 2"}, src: `
void *w(void *x) { for (int i = 0; i < 12; i++) { g++; if (__VERIFIER_nondet_int()) break; } return 0; }
void *r(void *x) { int last = __VERIFIER_nondet_int(); if (last > 1) return 0; for (int n = 0; n < last; n++) h = g; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, r, 0); if (g == 13) reach_error(); }`},
		{name: "a loop that gets long late", rounds: []string{"", "", "main 2", "main 2", "main 8"}, src: `
void inner(int n) { int k = 0; while (k < n && __VERIFIER_nondet_int()) k++; if (k == 9) reach_error(); }
int main(void) { int g = 0; while (g < 6 && __VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) g++; inner(g > 5 ? 10 : 1); } }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			p := loadSimplified(t, prelude+tt.src)
			plan, err := events.NewPlan(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			limits, stats := newBounds(0, false), counters{}
			b := New(Config{NoIntervals: true, NoValues: true})
			var rounds []string
			for {
				rounds = append(rounds, held(p, limits))
				res, done, err := b.round(ctx, engine.Task{Program: p, Property: property.UnreachCall}, plan,
					limits, &stats)
				if err != nil {
					t.Fatal(err)
				}
				if done {
					if res.Verdict.Kind == property.True != tt.holds {
						t.Errorf("%s (%s)", res.Verdict, res.Why)
					}
					break
				}
				if _, more := limits.grow(); !more {
					t.Fatalf("ended at %v", rounds)
				}
			}
			if !reflect.DeepEqual(rounds, tt.rounds) {
				t.Errorf("held %q, want %q", rounds, tt.rounds)
			}
		})
	}
}

// TestGrowBounds follows the bounds of a loop that is always reached, one that never
// is, and one that is reached late.
func TestGrowBounds(t *testing.T) {
	limit := func(head cfa.LocID) events.Limit { return events.Limit{Kind: events.LoopLimit, Head: head} }
	always, never, late := limit(1), limit(2), limit(3)
	b := newBounds(20, false)
	for i, want := range []struct {
		reached, unreached []events.Limit
		bounds             [3]int // before
		shown              int
		last               bool
	}{
		{[]events.Limit{always}, []events.Limit{never, late}, [3]int{1, 1, 1}, 1, false},
		{[]events.Limit{always}, []events.Limit{never, late}, [3]int{2, 1, 1}, 2, false},
		{[]events.Limit{always, late}, []events.Limit{never}, [3]int{4, 1, 1}, 1, false},
		{[]events.Limit{always, late}, []events.Limit{never}, [3]int{8, 1, 8}, 8, false},
		{[]events.Limit{late}, []events.Limit{always}, [3]int{16, 1, 16}, 16, false}, // never was not met
		{[]events.Limit{always, late}, nil, [3]int{16, 1, 20}, 16, false},
		{[]events.Limit{always, late}, nil, [3]int{20, 1, 20}, 20, true},
	} {
		if got := [3]int{b.bound(always), b.bound(never), b.bound(late)}; got != want.bounds {
			t.Errorf("round %d: bounds %v, want %v", i, got, want.bounds)
		}
		b.reached, b.unreached = want.reached, want.unreached
		if got := b.shown(); got != want.shown {
			t.Errorf("round %d: shown %d, want %d", i, got, want.shown)
		}
		res, more := b.grow()
		if more == want.last {
			t.Errorf("round %d: more %v (%s)", i, more, res.Why)
		}
	}
}

// held lists the bounds that were left behind.
func held(p *cfa.Program, b *bounds) string {
	var out []string
	for l, n := range b.held {
		name := "threads"
		if l.Kind != events.ThreadLimit {
			name = p.Procs[l.Proc].Name
		}
		out = append(out, fmt.Sprintf("%s %d", name, n))
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}
