package ceds

import (
	"fmt"
	"slices"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/trace"
	"whittle.dev/smt"
)

// violated makes the result for a violation in the step of a thread from the state of a node. It
// is unknown if the solver gave up on the inputs of the execution, or on the way there.
func (s *search) violated(at int32, thread int, end multistate.Stop) (engine.Result, error) {
	tr, status, err := s.trace(at, thread, end)
	switch {
	case err != nil:
		return engine.Result{}, err
	case status == smt.Unsat && s.steps.Emptiness().Unknown == 0:
		return engine.Result{}, fmt.Errorf("the execution to the violation at %s has no inputs", s.task.Program.Files.Format(end.Edge.Pos))
	case status != smt.Sat:
		// A state without values may have been kept, or a wrong way taken.
		return engine.Unknown("the solver gave up on the inputs of an execution that may violate the property"), nil
	}
	res := engine.Violated(s.task.Property, tr)
	res.Why = fmt.Sprintf("found after %s", count(len(s.nodes), "state"))
	return res, nil
}

// trace makes the execution to a violation again, with all its inputs, if there are any.
func (s *search) trace(at int32, thread int, end multistate.Stop) (*trace.Trace, smt.Status, error) {
	var path []int32
	for n := at; n > 0; n = s.nodes[n].parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	x, err := multistate.NewStepper(s.ctx, s.task.Program, s.set.steps)
	if err != nil {
		return nil, smt.Unknown, err
	}
	rec := x.Follow()
	st := x.Initial()
	for _, n := range path {
		script, _ := multistate.ReadScript(s.bytes[s.nodes[n].script:])
		step, err := x.Again(st, int(s.nodes[n].thread), script)
		if err != nil {
			return nil, smt.Unknown, err
		}
		if len(step.Successors) != 1 {
			return nil, smt.Unknown, fmt.Errorf("a step with %d results where one was expected", len(step.Successors))
		}
		st = step.Successors[0].State
	}
	step, err := x.Again(st, thread, end.Script)
	if err != nil {
		return nil, smt.Unknown, err
	}
	if len(step.Violations) != 1 || step.Violations[0].Edge != end.Edge {
		return nil, smt.Unknown, fmt.Errorf("the violation was not reached again")
	}
	return rec.Trace(string(s.task.Property))
}
