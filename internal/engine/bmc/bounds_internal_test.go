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
	"whittle.dev/internal/testing/compiled"
)

// TestSmallerBounds looks at the bounds that are left behind, round by round.
func TestSmallerBounds(t *testing.T) {
	const prelude = `#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int g, h;
`
	for _, tt := range []struct {
		name, src string
		// The bounds that are smaller than the greatest in each round, by procedure (inner is part of main);
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
			p := compiled.Passed(t, compiled.File("a.c", prelude+tt.src))
			s, err := newSearch(ctx, Config{NoIntervals: true, NoValues: true},
				engine.Task{Program: p, Property: property.UnreachCall})
			if err != nil {
				t.Fatal(err)
			}
			var rounds []string
			for {
				rounds = append(rounds, smaller(p, s.bounds))
				a, err := s.round(ctx)
				if err != nil {
					t.Fatal(err)
				}
				if a.final {
					if a.Verdict.Kind == property.True != tt.holds {
						t.Errorf("%s (%s)", a.Verdict, a.Why)
					}
					break
				}
				if !s.bounds.grow() {
					t.Fatalf("ended at %v", rounds)
				}
			}
			if !reflect.DeepEqual(rounds, tt.rounds) {
				t.Errorf("smaller bounds %q, want %q", rounds, tt.rounds)
			}
		})
	}
}

// TestGrowBounds follows the bounds of a loop that is always reached, one that never
// is, and one that is reached late.
func TestGrowBounds(t *testing.T) {
	limit := func(head cfa.LocID) events.BoundID { return events.BoundID{Kind: events.LoopBound, Head: head} }
	always, never, late := limit(1), limit(2), limit(3)
	b := newBounds(20, false)
	for i, want := range []struct {
		reached, unreached []events.BoundID
		bounds             [3]int // before
		covered            int
		last               bool
	}{
		{[]events.BoundID{always}, []events.BoundID{never, late}, [3]int{1, 1, 1}, 1, false},
		{[]events.BoundID{always}, []events.BoundID{never, late}, [3]int{2, 1, 1}, 2, false},
		{[]events.BoundID{always, late}, []events.BoundID{never}, [3]int{4, 1, 1}, 1, false},
		{[]events.BoundID{always, late}, []events.BoundID{never}, [3]int{8, 1, 8}, 8, false},
		{[]events.BoundID{late}, []events.BoundID{always}, [3]int{16, 1, 16}, 16, false}, // never was not met
		{[]events.BoundID{always, late}, nil, [3]int{16, 1, 20}, 16, false},
		{[]events.BoundID{always, late}, nil, [3]int{20, 1, 20}, 20, true},
	} {
		if got := [3]int{b.of(always), b.of(never), b.of(late)}; got != want.bounds {
			t.Errorf("round %d: bounds %v, want %v", i, got, want.bounds)
		}
		b.reached, b.unreached = want.reached, want.unreached
		if got := b.covered(); got != want.covered {
			t.Errorf("round %d: covered %d, want %d", i, got, want.covered)
		}
		if b.grow() == want.last {
			t.Errorf("round %d: more %v", i, !want.last)
		}
	}
}

// smaller lists the bounds that were left behind.
func smaller(p *cfa.Program, b *bounds) string {
	var out []string
	for l, n := range b.smaller {
		name := "threads"
		if l.Kind != events.ThreadBound {
			name = p.Procs[l.Proc].Name
		}
		out = append(out, fmt.Sprintf("%s %d", name, n))
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}
