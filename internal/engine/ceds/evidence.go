package ceds

import (
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
)

// violated makes the result for a violation in the step of a thread from the state of a node. It
// is unknown if the solver gave up on the inputs of the execution, or on the way there.
func (s *search) violated(f found) (engine.Result, error) {
	tr, status, err := s.trace(f)
	undecided := s.counts().emptiness.Unknown > 0
	switch {
	case err != nil && !(errors.Is(err, multistate.ErrLost) && undecided):
		return engine.Result{}, err
	case status == smt.Unsat && !undecided:
		return engine.Result{}, fmt.Errorf("the execution to the violation at %s has no inputs",
			s.task.Program.Files.Format(f.end.Pos()))
	case status != smt.Sat:
		// A state without values may have been kept, or a wrong way taken.
		return engine.Unknown(
			"the solver gave up on the inputs of an execution that may violate the property"), nil
	}
	res := engine.Violated(tr.Property, tr)
	res.Why = fmt.Sprintf("found after %s", english.Count(s.size(), "state"))
	return res, nil
}

// node is the node that a reference is to.
func (s *search) node(r ref) node { return s.workers[r.worker].nodes[r.index] }

// trace makes the execution to a violation again, with all its inputs, if there are any.
func (s *search) trace(f found) (*trace.Trace, smt.Status, error) {
	path := []multistate.Move{{Thread: f.thread, Script: f.end.Script}}
	end := &f.end
	if f.circle != nil {
		path, end = nil, nil
	}
	for at := f.at; ; {
		n := s.node(at)
		if n.root {
			break
		}
		script, _ := multistate.ReadScript(s.workers[at.worker].bytes[n.script:])
		path = append(path, multistate.Move{Thread: int(n.thread), Script: script})
		at = ref{n.parent, n.worker}
	}
	slices.Reverse(path)
	x, err := multistate.NewStepper(s.ctx, s.task.Program, s.set.steps)
	if err != nil {
		return nil, smt.Unknown, err
	}
	rec := x.Follow()
	st, _, err := rec.Through(x.Initial(), path, end)
	if err == nil && f.circle != nil {
		err = rec.Deadlocked(st, f.circle)
	}
	if err != nil {
		return nil, smt.Unknown, err
	}
	if f.circle != nil {
		return rec.Trace(property.NoDeadlock)
	}
	return rec.Trace(f.end.Property)
}
