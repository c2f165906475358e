package bmc_test

import (
	"context"
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/minimise"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// TestMinimalTraces minimises the traces of random executions: what comes out replays, changes threads no
// more often than before, and has no thread that can be dropped or stop a step earlier.
func TestMinimalTraces(t *testing.T) {
	ctx := context.Background()
	traces, shorter, saved := 0, 0, 0
	for seed := range testflag.Seeds(40) {
		p := newRandomProgram(2_000_000 + seed)
		found := randomViolation(ctx, t, p)
		if found == nil {
			continue
		}
		before, err := interp.Replay(ctx, p, found)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		small, err := minimise.Trace(ctx, p, found)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if _, err := interp.Replay(ctx, p, small.Machine()); err != nil {
			t.Errorf("seed %d: the minimised trace does not replay: %v", seed, err)
		}
		traces++
		if len(small.Steps) < len(before.Steps) {
			shorter++
		}
		a, b := changes(before), changes(small)
		if saved += a - b; b > a {
			t.Errorf("seed %d: %d changes of threads, %d before", seed, b, a)
		}
		tried := map[int]bool{small.Violation.Thread: true}
		for _, k := range small.Schedule {
			if !tried[k.Thread] {
				tried[k.Thread] = true
				if n := droppable(ctx, p, small, k.Thread); n > 0 {
					t.Errorf("seed %d: the last %d steps of thread %d are not needed", seed, n, k.Thread)
				}
			}
		}
	}
	t.Logf("%d traces, %d with fewer steps, %d changes of threads saved", traces, shorter, saved)
	if shorter == 0 || saved == 0 {
		t.Error("nothing was minimised")
	}
}

// randomViolation executes a program under some schedules and returns the trace
// of the first violation, or nil.
func randomViolation(ctx context.Context, t *testing.T, p *cfa.Program) *trace.Trace {
	t.Helper()
	for seed := range uint64(3) {
		out, tr, err := interp.Run(ctx, p, interp.RunOptions{Seed: seed, MaxSteps: 300, Record: true})
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == interp.Violated {
			return tr.Machine()
		}
	}
	return nil
}

// droppable returns how many steps at the end of a thread can be left out: all of them, one, or none.
func droppable(ctx context.Context, p *cfa.Program, tr *trace.Trace, thread int) int {
	all := 0
	for _, k := range tr.Schedule {
		if k.Thread == thread {
			all++
		}
	}
	for _, n := range []int{all, 1} {
		less, seen := tr.Machine(), 0
		less.Schedule = slices.DeleteFunc(slices.Clone(tr.Schedule), func(k trace.Key) bool {
			if k.Thread == thread {
				seen++
			}
			return k.Thread == thread && seen > all-n
		})
		if _, err := interp.Replay(ctx, p, less); err == nil {
			return n
		}
	}
	return 0
}

// changes counts the steps that a step of another thread comes before.
func changes(tr *trace.Trace) int {
	n := 0
	for i := range tr.Steps {
		if tr.Steps[i].Switch {
			n++
		}
	}
	return n
}
