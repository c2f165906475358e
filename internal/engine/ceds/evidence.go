package ceds

import (
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
)

// violated makes the result for a violation in the step of a thread from the state of a node. It
// is unknown if the solver gave up on the inputs of the execution, or on the way there.
func (s *search) violated(f found) (engine.Result, error) {
	tr, status, err := s.trace(f)
	undecided := s.counts().emptiness.Unknown > 0
	switch {
	case err != nil && !(errors.Is(err, errLost) && undecided):
		return engine.Result{}, err
	case status == smt.Unsat && !undecided:
		return engine.Result{}, fmt.Errorf("the execution to the violation at %s has no inputs",
			s.task.Program.Files.Format(f.end.Edge.Pos))
	case status != smt.Sat:
		// A state without values may have been kept, or a wrong way taken.
		return engine.Unknown(
			"the solver gave up on the inputs of an execution that may violate the property"), nil
	}
	res := engine.Violated(s.task.Property, tr)
	res.Why = fmt.Sprintf("found after %s", english.Count(s.size(), "state"))
	return res, nil
}

// errLost says that an execution did not go the same way again.
var errLost = errors.New("the execution went another way")

// node is the node that a reference is to.
func (s *search) node(r ref) node { return s.workers[r.worker].nodes[r.index] }

// trace makes the execution to a violation again, with all its inputs, if there are any.
func (s *search) trace(f found) (*trace.Trace, smt.Status, error) {
	type way struct {
		thread int
		script []byte
	}
	var path []way
	for at := f.at; ; {
		n := s.node(at)
		if n.root {
			break
		}
		path = append(path, way{int(n.thread), s.workers[at.worker].bytes[n.script:]})
		at = ref{n.parent, n.worker}
	}
	slices.Reverse(path)
	x, err := multistate.NewStepper(s.ctx, s.task.Program, s.set.steps)
	if err != nil {
		return nil, smt.Unknown, err
	}
	rec := x.Follow()
	st := x.Initial()
	for _, w := range path {
		script, _ := multistate.ReadScript(w.script)
		step, err := x.Again(st, w.thread, script)
		if err != nil {
			return nil, smt.Unknown, err
		}
		if len(step.Successors) != 1 {
			return nil, smt.Unknown, fmt.Errorf("%w: a step with %d results where one was expected", errLost,
				len(step.Successors))
		}
		st = step.Successors[0].State
	}
	step, err := x.Again(st, f.thread, f.end.Script)
	if err != nil {
		return nil, smt.Unknown, err
	}
	if len(step.Violations) != 1 || step.Violations[0].Edge != f.end.Edge {
		return nil, smt.Unknown, fmt.Errorf("%w: the violation was not reached again", errLost)
	}
	return rec.Trace(s.task.Property)
}
