package testsuite

import (
	"bytes"
	"context"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// Bounds of single executions, in edges: of random ones, and of those that go on after a violation.
const (
	shortRun = 5_000
	longRun  = 150_000
)

// Bounds of random executions: how many in a row, and how many edges of them, may find nothing new, at first
// and where an engine has led to.
const (
	vainRuns   = 300
	vainBeyond = 60
	vainSteps  = 600_000
	extensions = 12 // ways to go on after a violation that are tried
	cutAtMost  = 3  // those that are tried if none comes to an end
)

// random covers what is easy: the execution with inputs that are zero, and random ones. Those that do not end
// are taken for what no other covers.
func (m *maker) random(ctx context.Context) error {
	var endless []*Test
	defer func() {
		for _, t := range endless {
			m.add(*t)
		}
		m.tell()
	}()
	vain := m.vain(vainRuns)
	for seed := uint64(0); vain.more(m); seed++ {
		if open, _ := m.open(); len(open) == 0 && len(m.Tests) > 0 || m.spent() {
			return nil
		}
		t, err := m.execute(ctx, &trace.Trace{Version: trace.Version, Violation: trace.NoViolation},
			interp.ExtendOptions{Random: seed > 0, Seed: seed, MaxSteps: shortRun}, m.isNew)
		switch {
		case err != nil:
			return err
		case t == nil:
		case rank[t.End] == 0 && m.add(*t):
			vain.reset(m)
		case t.End == Cut && len(endless) < cutAtMost:
			endless = append(endless, t)
		}
		m.tellSometimes()
	}
	return nil
}

// vain bounds what is done without finding anything new.
type vain struct {
	runs, executions int
	steps            int64
}

func (m *maker) vain(runs int) vain {
	v := vain{runs: runs}
	v.reset(m)
	return v
}

func (v *vain) reset(m *maker) { v.executions, v.steps = m.Explored.Executions, m.steps }

func (v *vain) more(m *maker) bool {
	return m.Explored.Executions-v.executions < v.runs && m.steps-v.steps < vainSteps
}

// isNew reports whether a test takes something that no other takes.
func (m *maker) isNew(t *Test) bool {
	for i := range m.Goals {
		if g := &m.Goals[i]; g.State != Covered && g.Count(t.Passes) > 0 {
			return true
		}
	}
	for e := range t.Passes {
		if m.own[e] && !m.seen[e] {
			return true
		}
	}
	return false
}

// follow makes a test of an execution that an engine has found: it goes on in the way that comes to the best
// end. The goal that it takes is left open if, however it goes on, something undefined follows.
func (m *maker) follow(ctx context.Context, a Answer, goal int) error {
	tr := a.Trace
	var best *Test
	endless := 0
	takes := func(t *Test) bool { return m.Goals[goal].Count(t.Passes) > 0 }
	ends := func(t *Test) bool {
		if t.End == Cut {
			endless++
			return false
		}
		return takes(t) && (best == nil || rank[t.End] < rank[best.End])
	}
	for seed := range uint64(extensions) {
		t, err := m.execute(ctx, tr, interp.ExtendOptions{Random: seed > 0, Seed: seed, MaxSteps: longRun},
			ends)
		if err != nil {
			return err
		}
		if t != nil {
			best = t
		}
		if best != nil && rank[best.End] == 0 || endless == cutAtMost {
			break
		}
	}
	for _, steps := range []uint64{shortRun, longRun} {
		if best != nil {
			break
		}
		var err error
		if best, err = m.execute(ctx, tr, interp.ExtendOptions{MaxSteps: steps}, takes); err != nil {
			return err
		}
	}
	if best == nil {
		m.Goals[goal].givenUp = true
		m.Goals[goal].Why = "an execution takes it, but what follows is undefined behaviour or not supported"
		return nil
	}
	best.By = a.By
	m.add(*best)
	m.tell()
	return m.beyond(ctx, tr)
}

// beyond covers what is easy from where an engine has led to.
func (m *maker) beyond(ctx context.Context, tr *trace.Trace) error {
	vain := m.vain(vainBeyond)
	for seed := uint64(1); vain.more(m); seed++ {
		if open, _ := m.open(); len(open) == 0 || m.spent() {
			return nil
		}
		t, err := m.execute(ctx, tr, interp.ExtendOptions{Random: true, Seed: seed, MaxSteps: shortRun},
			func(t *Test) bool { return (rank[t.End] == 0 || t.End == Cut) && m.isNew(t) })
		if err != nil {
			return err
		}
		if t != nil && m.add(*t) {
			vain.reset(m)
		}
		m.tellSometimes()
	}
	return nil
}

// rank orders the ends of tests, the best first.
var rank = map[End]int{Exits: 0, Aborts: 0, Violates: 0, Deadlocks: 1, Cut: 2, Assumes: 3}

// execute makes an execution that begins as a trace says. It is nil if it is not wanted, or comes to
// something that is undefined or not supported.
func (m *maker) execute(ctx context.Context, tr *trace.Trace, opt interp.ExtendOptions,
	wanted func(*Test) bool) (*Test, error) {
	m.Explored.Executions++
	var out bytes.Buffer
	opt.Output, opt.MaxMemory = &out, m.cfg.Memory
	x, err := m.replayer.Extend(ctx, tr, opt)
	if err == nil && x.Outcome.Kind == interp.Unsupported {
		// Perhaps it is what is printed that cannot be said.
		opt.Output = nil
		x, err = m.replayer.Extend(ctx, tr, opt)
	}
	if err != nil {
		return nil, err
	}
	t := &Test{Passes: x.Passes, Threads: x.Threads, Last: x.Last, Known: opt.Output != nil, By: "random"}
	for _, n := range x.Passes {
		t.Steps += n
	}
	m.steps += t.Steps
	if !t.ended(&x.Outcome, m.Program) || !wanted(t) {
		return nil, nil
	}
	out.Reset()
	opt.Record = true
	if x, err = m.replayer.Extend(ctx, tr, opt); err != nil {
		return nil, err
	}
	if t.Trace = x.Trace; t.End != Violates && t.End != Deadlocks {
		t.Trace.Property, t.Trace.Violation = property.UnreachCall, trace.NoViolation
	}
	if t.Known {
		t.Output = out.String()
	}
	return t, nil
}
