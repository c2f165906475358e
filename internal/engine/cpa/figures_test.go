package cpa

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa/reach"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/property"
)

// listing22 is Listing 2.2 of the thesis. Its statements are atomic, so that each is a step, as there.
const listing22 = `
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int i = 1, j = 1;
void *t1(void *arg) {
	__VERIFIER_atomic_begin(); i += j; __VERIFIER_atomic_end();
	__VERIFIER_atomic_begin(); i += j; __VERIFIER_atomic_end();
	return 0;
}
int main(void) {
	pthread_t id1;
	pthread_create(&id1, 0, t1, 0);
	__VERIFIER_atomic_begin(); j += i; __VERIFIER_atomic_end();
	__VERIFIER_atomic_begin(); j += i; __VERIFIER_atomic_end();
	pthread_join(id1, 0);
	if (i == 8 || j == 8)
		reach_error();
	return 0;
}
`

func listing(t *testing.T) *cfa.Program {
	t.Helper()
	p, diags, err := c.Load(t.Context(), c.Config{Files: []string{"listing.c"},
		Property: property.UnreachCall,
		Read:     func(string) ([]byte, error) { return []byte(listing22), nil }})
	if err != nil || diags.HasErrors() {
		t.Fatal(err, diags)
	}
	p.Terms.Freeze()
	return p
}

// locations explores the program with nothing known of i and j, as figure 2.3 has it: a path to the error is
// not looked at. What control rests on is found by refinement.
func locations(t *testing.T, block string) picture.Picture {
	t.Helper()
	ctx := t.Context()
	p := listing(t)
	prog, err := multistate.Prepare(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(ctx, engine.Task{Program: p, Property: property.UnreachCall}, Config{Block: block,
		Order: "bfs", NoTau: true, NoPartialOrder: true}, prog, exploration{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		var end *node
		err := reach.Run(ctx, r.analysis, r.graph, r.wait, func(n *node) bool {
			if s := n.State.Stop; s != nil && s.Kind != multistate.Violated {
				end = n
			}
			return end != nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if end == nil {
			return r.picture(false)
		}
		if _, err := r.look(end); err != nil {
			t.Fatal(err)
		}
	}
}

// place is what figure 2.3 calls a node: the line of main, and that of t1 or - if it does not run.
func place(n picture.Node) string {
	if n.Bad {
		return "error"
	}
	main, t1 := "-", "-"
	for _, l := range n.Label {
		if x, ok := strings.CutPrefix(l, "T0 main:"); ok {
			main = x
		}
		if x, ok := strings.CutPrefix(l, "T1 t1:"); ok {
			t1 = x
		}
	}
	return main + "," + t1
}

// TestFigure23: after the creation of the thread the graph is the grid of figure 2.3: the places of main
// before its two statements and the join times those of t1 before its two statements and at its end. Where
// the thesis merges two states to one, an edge of coverage leads to the one that came first. There are more
// nodes for main alone, since the creation, the join and the condition are several steps each.
func TestFigure23(t *testing.T) {
	p := locations(t, "steps")
	name := map[int]string{}
	count := map[string]int{}
	for _, n := range p.Nodes {
		name[n.ID] = place(n)
		count[place(n)]++
	}
	edges := map[string]bool{}
	covered := 0
	for _, e := range p.Edges {
		if name[e.From] != name[e.To] {
			edges[name[e.From]+" -> "+name[e.To]] = true
		}
		if e.Covered {
			covered++
		}
	}
	// Lines 14 and 15 are the statements of main, 16 is the join; 7 and 8 are those of t1.
	for _, main := range []string{"14", "15"} {
		for _, t1 := range []string{"7", "8", "-"} {
			at := main + "," + t1
			if count[at] != 1 {
				t.Errorf("%d nodes at %s, want one", count[at], at)
			}
			next := map[string]string{"14": "15", "15": "16"}[main]
			if !edges[at+" -> "+next+","+t1] {
				t.Errorf("main takes no step from %s", at)
			}
			below := map[string]string{"7": "8", "8": "-"}[t1]
			if below != "" && !edges[at+" -> "+main+","+below] {
				t.Errorf("t1 takes no step from %s", at)
			}
		}
	}
	for _, edge := range []string{"16,7 -> 16,8", "16,8 -> 16,-", "16,- -> 17,-", "17,- -> error"} {
		if !edges[edge] {
			t.Errorf("no edge %s", edge)
		}
	}
	if edges["16,7 -> 17,7"] || edges["16,8 -> 17,8"] {
		t.Error("the join does not wait")
	}
	if covered < 4 {
		t.Errorf("%d edges of coverage, want one for each of the four diamonds at least", covered)
	}
	if t.Failed() {
		for _, e := range slices.Sorted(maps.Keys(edges)) {
			t.Log(e)
		}
	}
}

// TestFigure31: with blocks that end at functions, abstraction states are those where t1 is at its start or
// at its end, as in figure 3.1. There the thread is gone after the join; here it has ended, so that
// abstractions are computed from then on.
func TestFigure31(t *testing.T) {
	p := locations(t, "functions")
	for _, n := range p.Nodes {
		at := place(n)
		if n.Bad || n.Initial || strings.HasPrefix(at, "13") || strings.HasPrefix(at, "12") {
			continue // while main creates the thread
		}
		if want := !strings.HasSuffix(at, ",8"); n.Marked != want {
			t.Errorf("%s: an abstraction state: %v", at, n.Marked)
		}
	}
	if t.Failed() {
		t.Log(fmt.Sprint(p.Nodes))
	}
}

// TestListing22: the error is reached, by any analysis.
func TestListing22(t *testing.T) {
	for _, analysis := range Analyses {
		p := listing(t)
		eng, err := New(Config{Analysis: analysis})
		if err != nil {
			t.Fatal(err)
		}
		res, graph, err := eng.Graph(t.Context(), engine.Task{Program: p, Property: property.UnreachCall,
			Explain: true}, true)
		if err != nil || res.Verdict.Kind != property.False {
			t.Errorf("%s: %v, %v", analysis, res.Verdict, err)
		}
		if len(graph.Nodes) == 0 || res.Pictures == nil || len(res.Evidence) == 0 {
			t.Errorf("%s: %d nodes, pictures %v, evidence %v", analysis, len(graph.Nodes), res.Pictures,
				res.Evidence)
		}
	}
}
