package liveness

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/testflag"
)

// graphOf is the graph of a program: all of it, up to a number of states.
func graphOf(t *testing.T, task engine.Task, cfg Config, most int) *search {
	t.Helper()
	yes, err := ltl.Parse("true")
	if err != nil {
		t.Fatal(err)
	}
	a, err := ltl.Translate(t.Context(), yes)
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(cfg).newSearch(t.Context(), task, a)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(s.explorer.open) && at < most; at++ {
		if err := s.expand(s.explorer.open[at]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// sameGraph compares what two searches explored: nodes in their order, with all that is known of them.
func sameGraph(t *testing.T, a, b *search) {
	t.Helper()
	if len(a.nodes) != len(b.nodes) || a.threads != b.threads || a.unsure != b.unsure ||
		len(a.stops) != len(b.stops) {
		t.Fatalf("%d and %d states, %d and %d threads, %d and %d stops", len(a.nodes), len(b.nodes),
			a.threads, b.threads, len(a.stops), len(b.stops))
	}
	for i := range a.nodes {
		m, n := &a.nodes[i], &b.nodes[i]
		same := slices.EqualFunc(m.edges, n.edges, func(e, f edge) bool {
			e.script, f.script = 0, 0
			return e == f
		})
		if !same || m.letter != n.letter || m.parent != n.parent || m.via != n.via || m.inside != n.inside ||
			!slices.Equal(m.turns, n.turns) {
			t.Fatalf("state %d is not the same:\n%+v\n%+v", i, m, n)
		}
	}
}

// dangling has a thread that makes objects. Where they lie depends on whether the other one still has a
// pointer to a dead one.
const dangling = `
#include <pthread.h>
static int *_Atomic slot;
static _Atomic int same;
static void *keep(void *arg) {
	for (;;) {
		int *old = slot;
		same = 0;
		same = old != 0;
	}
	return 0;
}
static void make(void) {
	int x = 1;
	slot = &x;
	same = x;
	slot = 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, keep, 0);
	for (;;)
		make();
}
`

// TestStepCache: the graph is the same whether the steps of threads are remembered or not, also where threads
// are created, end with results, take locks, wait, and make and free objects.
func TestStepCache(t *testing.T) {
	remembered := 0
	compare := func(t *testing.T, task engine.Task, most int) {
		with, without := graphOf(t, task, Config{}, most), graphOf(t, task, Config{NoStepCache: true}, most)
		sameGraph(t, with, without)
		remembered += len(without.scripts) - len(with.scripts)
	}
	for seed := range testflag.Seeds(4) {
		p, f := aboutProgram(t, seed)
		if f != nil {
			compare(t, taskOf(t, p, f), 1000)
			compare(t, taskOf(t, p, nil), 1000) // with what is told of steps
		}
	}
	cfg := compiled.File("p.c", dangling)
	cfg.Property, cfg.Propositions = property.LTL, []c.Proposition{{Text: "0", Bit: 63}}
	compare(t, engine.Task{Program: compiled.Program(t, cfg), Property: property.LTL}, 2000)
	for _, pattern := range []string{"examples/liveness/*.c", "examples/*/*.c"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatal("there are no examples", err)
		}
		for _, k := range testflag.Turn(pattern, 3, len(files)) {
			t.Run(filepath.Base(files[k]), func(t *testing.T) {
				text, err := os.ReadFile(files[k])
				if err != nil {
					t.Fatal(err)
				}
				cfg := compiled.File("p.c", string(text))
				cfg.Property, cfg.Propositions = property.LTL, []c.Proposition{{Text: "0", Bit: 63}}
				compare(t, engine.Task{Program: compiled.Program(t, cfg), Property: property.LTL}, 100)
			})
		}
	}
	if remembered < 1000 {
		t.Errorf("%d bytes of scripts were remembered", remembered)
	}
}
