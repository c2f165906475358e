package ceds

import (
	"context"
	"fmt"
	"slices"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/internal/source"
)

// search is one exploration.
type search struct {
	ctx   context.Context
	task  engine.Task
	set   settings
	steps *multistate.Stepper
	known *stateset.Set
	nodes []node
	bytes []byte // the scripts of the nodes
	front frontier

	transitions int64
	edges       int64
	ends        map[endKey]bool
	stops       []multistate.Stop // in the order in which they were found
	threads     int
	told        time.Time
	list        []int
}

// node tells how a state was reached first.
type node struct {
	parent int32
	thread int32
	script uint32
}

type endKey struct {
	kind multistate.StopKind
	edge *cfa.Edge
}

// run explores.
func (s *search) run() (engine.Result, error) {
	first := s.steps.Initial()
	s.known.Add(s.steps.Image(first))
	s.nodes = append(s.nodes, node{parent: -1, thread: -1})
	s.front.breadth = s.set.breadth
	s.front.add(open{first, 0})
	s.front.settle()
	for s.front.size > 0 {
		if err := s.ctx.Err(); err != nil {
			return engine.Result{}, err
		}
		if s.set.max > 0 && len(s.nodes) > s.set.max {
			return engine.Unknown("more than %d states", s.set.max), nil
		}
		s.tell()
		o := s.front.take()
		res, done, err := s.expand(o)
		if done || err != nil {
			return res, err
		}
	}
	return s.complete(), nil
}

// expand makes the steps of all threads that are to go on in a state.
func (s *search) expand(o open) (res engine.Result, done bool, err error) {
	s.list = o.state.Enabled(s.list)
	for _, i := range s.list {
		step, err := s.steps.Step(o.state, i)
		s.edges += int64(step.Edges)
		if err != nil {
			return res, false, err
		}
		if len(step.Violations) > 0 {
			res, err = s.violated(o.node, i, step.Violations[0])
			return res, err == nil, err
		}
		for _, end := range step.Ends {
			if k := (endKey{end.Kind, end.Edge}); !s.ends[k] {
				s.ends[k] = true
				s.stops = append(s.stops, end)
			}
		}
		for _, next := range step.Successors {
			s.transitions++
			if err := s.visit(o.node, i, next); err != nil {
				return res, false, err
			}
		}
	}
	s.front.settle()
	return res, false, nil
}

// visit adds a state unless it is known. One that is, and in which a thread goes on before all
// others, is explored with all threads instead, so that none is ignored for ever.
func (s *search) visit(parent int32, thread int, next multistate.Successor) error {
	st, mark := next.State, len(s.bytes)
	s.threads = max(s.threads, st.NumThreads())
	if !s.known.Add(s.steps.Image(st)) {
		if st = s.steps.Open(st); st == nil || !s.known.Add(s.steps.Image(st)) {
			return nil
		}
	}
	s.bytes = next.Script.Append(s.bytes)
	if len(s.bytes) > 1<<32-1 || len(s.nodes) > 1<<31-2 {
		return fmt.Errorf("too many states")
	}
	s.nodes = append(s.nodes, node{parent, int32(thread), uint32(mark)})
	s.front.add(open{st, int32(len(s.nodes) - 1)})
	return nil
}

// tell emits an event now and then.
func (s *search) tell() {
	if now := time.Now(); now.Sub(s.told) > 200*time.Millisecond {
		s.told = now
		s.task.Emit(engine.Event{
			Stage: "explore", Detail: fmt.Sprintf("%d states, %d to go", len(s.nodes), s.front.size), Stats: s.stats(),
		})
	}
}

// complete is the result when every state was explored.
func (s *search) complete() engine.Result {
	assumed := s.assumed()
	for _, kind := range []multistate.StopKind{multistate.Unsupported, multistate.Invalid} {
		for _, end := range s.stops {
			if end.Kind != kind {
				continue
			}
			res := engine.Unknown("not supported: %s", end.What)
			if kind == multistate.Invalid {
				res = engine.Unknown("undefined behaviour can occur: %s", end.What)
				res.Facts = []string{fmt.Sprintf("the property holds if no invalid access occurs (all %s were explored)", count(len(s.nodes), "state"))}
			}
			if end.Edge != nil {
				res.Pos = end.Edge.Pos
			}
			res.Assumed = assumed
			return res
		}
	}
	res := engine.Holds("all %s were explored, with %s", count(len(s.nodes), "state"), count(max(s.threads, 1), "thread"))
	res.Assumed = assumed
	return res
}

// count is a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// assumed lists the undefined behaviour that was met, in the order of the source.
func (s *search) assumed() []engine.Assumption {
	var out []engine.Assumption
	for _, end := range s.stops {
		if end.Kind != multistate.Undefined {
			continue
		}
		var pos source.Pos
		if end.Edge != nil {
			pos = end.Edge.Pos
		}
		if a := (engine.Assumption{Pos: pos, What: end.What}); !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b engine.Assumption) int {
		switch {
		case a.Pos.Before(b.Pos):
			return -1
		case b.Pos.Before(a.Pos):
			return 1
		}
		return 0
	})
	return out
}

// facts says how far a search came that did not end.
func (s *search) facts() []string {
	return []string{fmt.Sprintf("no violation in %s", count(len(s.nodes), "state"))}
}
