package fromcfa_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/testing/explore"
	"whittle.dev/internal/ts"
	"whittle.dev/internal/ts/fromcfa"
)

// pathTo finds a path to a goal of at most depth steps, all inputs zero.
func pathTo(t *testing.T, s *ts.System, x *ts.State, depth int, steps []ts.Step) *ts.Path {
	t.Helper()
	for g := range s.Goals {
		if ok, err := x.Reached(&s.Goals[g], nil); err != nil {
			t.Fatal(err)
		} else if ok {
			return &ts.Path{Steps: steps, Goal: &s.Goals[g]}
		}
	}
	if depth == 0 {
		return nil
	}
	for l := range s.Instructions {
		y, err := x.Next(&s.Instructions[l], nil)
		if err != nil {
			t.Fatal(err)
		}
		if y == nil {
			continue
		}
		if p := pathTo(t, s, y, depth-1, append(steps[:len(steps):len(steps)],
			ts.Step{Instruction: l})); p != nil {
			return p
		}
	}
	return nil
}

// TestMergedGoals has two ways to a violation, which depend on nothing that the violation
// depends on: a trace must still know which one is taken. Both joins are one step.
func TestMergedGoals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	text := `// property: unreach-call
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, c;
void *work(void *p) { c = 1; x = 1; return 0; }
void *other(void *p) { c = 2; return 0; }
int main(void) {
	pthread_t t, u;
	int k;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	__VERIFIER_atomic_begin();
	if (c == 1) k = 3; else k = 4;
	assert(x == 0 || k == 5);
	__VERIFIER_atomic_end();
	return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, opt := range []fromcfa.Options{{}, {KeepGoals: true}, {KeepWaits: true},
		{KeepInstructions: true, KeepLocations: true}} {
		tr, _, err := translate(t, file, opt)
		if err != nil {
			t.Fatal(err)
		}
		s := tr.System
		x, err := s.Initial(nil)
		if err != nil {
			t.Fatal(err)
		}
		p := pathTo(t, s, x, 6, nil)
		if p == nil {
			t.Fatalf("%+v: no path to the goal", opt)
		}
		if _, err := tr.Trace(*p, "unreach-call"); err != nil {
			t.Errorf("%+v: %v", opt, err)
		}
		e, err := explore.All(context.Background(), s, explore.Options{})
		if err != nil || e.Reached[0] < 0 || opt.KeepWaits != (e.Reached[0] == 5) {
			t.Errorf("%+v: the goal is reached after %v steps (%v)", opt, e.Reached, err)
		}
	}
}
