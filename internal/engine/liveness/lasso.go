package liveness

import (
	"context"
	"errors"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
)

// turns are how many turns of a loop of multi-states are tried as one turn of the execution: its values need
// not come back after one.
var turns = [...]int{1, 2, 3, 4, 6, 8}

// errAstray says that a walk of the graph was not followed again.
var errAstray = errors.New("the loop of states was not followed again")

// execution makes an execution of a stem and a loop; nil: none was found.
func (x *explorer) execution(ctx context.Context, p *product, stem, loop []pref) (*trace.Trace, error) {
	stays := func(r pref) bool { return p.step(r).thread == nobody }
	if len(loop) > 1 && slices.ContainsFunc(loop, stays) {
		return nil, nil // it goes on in some executions only
	}
	for _, n := range turns {
		tr, err := x.follow(ctx, p, stem, loop, n)
		if tr != nil || err != nil {
			return tr, err
		}
		if stays(loop[0]) {
			break
		}
	}
	return nil, nil
}

// follow makes an execution that goes n times round the loop before its values are back.
func (x *explorer) follow(ctx context.Context, p *product, stem, loop []pref, n int) (*trace.Trace, error) {
	steps, err := multistate.NewStepper(ctx, x.task.Program, x.cfg.steps(x.task, x.told))
	if err != nil {
		return nil, err
	}
	f := follower{x: x, rec: steps.Follow(), steps: steps, st: steps.Initial(), exit: trace.NoThread,
		waiting: nobody}
	if err := f.walk(p, stem); err != nil {
		return nil, err
	}
	f.rec.Kept(false)
	f.waiting = p.waiting
	first, begin := f.rec.Mark(), f.st
	second := first
	if p.step(loop[0]).thread != nobody {
		for range n {
			if err := f.walk(p, loop); err != nil {
				return nil, err
			}
		}
		if !f.rec.Same(begin, f.st) {
			return nil, nil
		}
		second = f.rec.Mark()
		for range n {
			if err := f.walk(p, loop); err != nil {
				return nil, err
			}
		}
		if !f.rec.Repeat(first, second) {
			return nil, nil
		}
	}
	tr, status, err := f.rec.Trace(x.task.Property)
	if err != nil || status != smt.Sat {
		return nil, err
	}
	tr.Violation = trace.NoViolation
	tr.Lasso = &trace.Lasso{Fairness: x.task.Temporal.Fairness, First: first.Scheduled,
		Second: second.Scheduled, Exit: f.exit}
	if f := x.task.Temporal.Formula; f != nil {
		tr.Lasso.Formula = f.String()
	} else {
		tr.Lasso.Starves = int(p.waiting)
	}
	return tr, nil
}

// follower follows a walk of the graph.
type follower struct {
	x     *explorer
	rec   *multistate.Recorder
	steps *multistate.Stepper
	st    *multistate.State
	exit  int
	// waiting is the thread whose steps have to change nothing; nobody: there is none.
	waiting int32
}

// walk follows edges.
func (f *follower) walk(p *product, list []pref) error {
	for _, r := range list {
		var e *edge
		own := 1 // moves before those of the observer
		if r.state < 0 {
			e, own = &f.x.nodes[0].edges[r.edge], f.x.starts[r.edge]
		} else {
			e = p.step(r)
		}
		if e.moves == 0 && e.thread >= 0 {
			f.exit = int(e.thread)
		}
		rest := f.x.scripts[e.script:]
		for m := range e.moves {
			thread := observer
			if m < own {
				thread = int(e.thread)
			}
			var err error
			if rest, err = f.move(thread, rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// move makes one step again.
func (f *follower) move(thread int, scripts []byte) ([]byte, error) {
	script, rest := multistate.ReadScript(scripts)
	before := f.rec.Mark()
	step, err := f.steps.Again(f.st, thread, script)
	if err != nil {
		return nil, err
	}
	if len(step.Successors) != 1 {
		return nil, errAstray
	}
	f.st = step.Successors[0].State
	f.rec.Kept(thread == int(f.waiting))
	if thread != observer && f.rec.Mark().Scheduled == before.Scheduled && f.st.Inside() < 0 {
		f.rec.Local(thread, step.Successors[0].Loops)
	}
	return rest, nil
}

// confirm replays a violation.
func confirm(ctx context.Context, t engine.Task, tr *trace.Trace) error {
	r, err := interp.NewReplayer(t.Program)
	if err != nil {
		return err
	}
	_, _, err = r.Replay(ctx, tr, 0)
	return err
}
