package slab_test

import (
	"strings"
	"testing"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/engine/slab/switches"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/property"
	"whittle.dev/internal/ts/transition"
)

// watch returns the pictures of a run that proves a system.
func watch(t *testing.T, sys *transition.System, cfg slab.Config) []picture.Picture {
	t.Helper()
	sys.Terms.Freeze()
	var pics []picture.Picture
	res, err := slab.New(cfg).Watch(t.Context(), engine.Task{System: sys, Goal: engine.AllGoals,
		Property: property.Bad}, func(p picture.Picture) { pics = append(pics, p) })
	if err != nil || res.Verdict.Kind != property.True {
		t.Fatalf("%v (%s), %v", res.Verdict, res.Why, err)
	}
	return pics
}

// TestElevator: the corrected elevator is proved as in figures 2 and 3 of the paper, by three splits and a
// bypass; as printed it takes a fourth split. The predicate pc = 1 of the paper is pc <= 1 here, since the
// states of the node have pc >= 0 or do not matter.
func TestElevator(t *testing.T) {
	pics := watch(t, families.Elevator{Corrected: true}.System(), slab.Config{})
	want := []string{"initial abstraction: 4 nodes", "first slice: 3 nodes",
		"n2 is split by pc <= 1: 4 nodes",
		"n2 is bypassed: 3 nodes", "n4 is split by pc > 2: 3 nodes", "n5 is split by req <= max: 0 nodes"}
	var got []string
	for _, p := range pics {
		got = append(got, p.Title+": "+string(rune('0'+len(p.Nodes)))+" nodes")
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("steps\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	first := pics[1] // step 2 of figure 2
	if e := first.Edges; len(e) != 3 || strings.Join(e[1].Steps, " ") != "up down moveUp moveDn" ||
		strings.Join(e[2].Steps, " ") != "moveUp" {
		t.Errorf("the first slice has the edges %+v", e)
	}
	splits := 0
	for _, p := range watch(t, families.Elevator{}.System(), slab.Config{}) {
		if strings.Contains(p.Title, "split") {
			splits++
		}
	}
	if splits != 4 {
		t.Errorf("as printed the elevator takes %d splits, want 4", splits)
	}
}

// TestPictures: edges lead between nodes that are there, and at the end of a proof nothing is left.
func TestPictures(t *testing.T) {
	for _, r := range families.Table2() {
		if r.Size > 2 && r.Name != "Deque 6 two segments" || strings.Contains(r.Name, "parametric") {
			continue
		}
		pics := watch(t, r.System(), slab.Config{NoDisjuncts: true})
		for i, p := range pics {
			there := map[int]bool{}
			for _, n := range p.Nodes {
				there[n.ID] = true
			}
			for _, e := range p.Edges {
				if !there[e.From] || !there[e.To] || len(e.Steps) == 0 {
					t.Errorf("%s, picture %d: edge %+v", r.Name, i+1, e)
				}
			}
		}
		if last := pics[len(pics)-1]; len(last.Nodes) > 0 {
			t.Errorf("%s: %d nodes are left", r.Name, len(last.Nodes))
		}
	}
}

// TestElevatorWithout: with each operation of slicing switched off, and with all of them off, the verdict on
// the elevator stays, after few splits.
func TestElevatorWithout(t *testing.T) {
	for _, with := range switches.All() {
		for _, corrected := range []bool{false, true} {
			splits := 0
			for _, p := range watch(t, families.Elevator{Corrected: corrected}.System(), with.Config) {
				if strings.Contains(p.Title, "split") {
					splits++
				}
			}
			if splits > 20 {
				t.Errorf("%s, corrected %v: %d splits", with.Name, corrected, splits)
			}
		}
	}
}
