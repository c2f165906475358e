package ceds

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/stateset"
	"whittle.dev/internal/english"
)

// search is one exploration, by one or several workers.
type search struct {
	ctx     context.Context
	task    engine.Task
	set     settings
	states  *stateset.Store
	pool    *pool
	workers []*worker
	entered atomic.Int64 // states
	over    atomic.Bool
	told    time.Time
	cert    *certify.Certificate // nil: not wanted

	mu    sync.Mutex
	found *found // the violation that was found first
	full  bool   // the number of states hit its limit
	err   error
	// panicked is the panic of a worker and its stack.
	panicked string
}

// newSearch prepares an exploration that begins with the initial state of x.
func newSearch(ctx context.Context, t engine.Task, set settings, x *multistate.Stepper) *search {
	s := &search{ctx: ctx, task: t, set: set, states: stateset.New(set.states), pool: newPool(set.workers)}
	for i := range set.workers {
		if i > 0 {
			x = x.Fork()
		}
		s.workers = append(s.workers, newWorker(s, i, x))
	}
	return s
}

// run explores. The verdict does not depend on how the workers share the states: what is visited is closed
// under steps, as far as the reductions want it, whoever visits it.
func (s *search) run() (engine.Result, error) {
	first := s.workers[0]
	st := first.steps.Initial()
	first.known.Add(first.steps.Image(st))
	s.entered.Store(1)
	first.enter(st, node{root: true})
	first.front.settle()
	if len(s.workers) == 1 {
		s.ended(first.run())
	} else {
		s.parallel()
	}
	switch {
	case s.found != nil:
		return s.violated(*s.found)
	case s.err != nil:
		return engine.Result{}, s.err
	case s.full:
		return engine.Unknown("more than %d states", s.set.max), nil
	}
	return s.complete(), nil
}

// parallel runs all workers and waits for them.
func (s *search) parallel() {
	stop := context.AfterFunc(s.ctx, s.pool.close)
	defer stop()
	var all sync.WaitGroup
	for _, w := range s.workers {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					s.fail(fmt.Sprintf("%v\n%s", p, debug.Stack()))
				}
			}()
			s.ended(w.run())
		})
	}
	all.Wait()
	if s.panicked != "" {
		panic(s.panicked) // where the caller can catch it
	}
	if s.err == nil && s.found == nil && !s.full {
		s.err = s.ctx.Err() // or the workers went home before all was done
	}
}

// ended notes how a worker ended, and ends the others if it was not for want of states.
func (s *search) ended(err error) {
	if err == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil && !errors.Is(err, errOver) {
		s.err = err
	}
	s.over.Store(true)
	s.pool.close()
}

// fail notes a panic of a worker and ends the others.
func (s *search) fail(what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.panicked == "" {
		s.panicked = what
	}
	s.over.Store(true)
	s.pool.close()
}

// end ends the search with a violation, or since there are too many states.
func (s *search) end(f *found) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case f == nil:
		s.full = true
	case s.found == nil:
		s.found = f
	}
	return errOver
}

// size is the number of states.
func (s *search) size() int { return int(s.entered.Load()) }

// threads is the largest number of threads of a state.
func (s *search) threads() int {
	n := 0
	for _, w := range s.workers {
		n = max(n, w.threads)
	}
	return n
}

// stops lists how paths ended, each edge and kind once.
func (s *search) stops() []multistate.Stop {
	var out []multistate.Stop
	seen := map[endKey]bool{}
	for _, w := range s.workers {
		for _, end := range w.stops {
			if k := (endKey{end.Kind, end.Edge}); !seen[k] {
				seen[k] = true
				out = append(out, end)
			}
		}
	}
	return out
}

// complete is the result when every state was explored.
func (s *search) complete() engine.Result {
	assumed := s.assumed()
	for _, kind := range []multistate.StopKind{multistate.Unsupported, multistate.Contested,
		multistate.Invalid} {
		for _, end := range s.stops() {
			if end.Kind != kind {
				continue
			}
			res := engine.Unsupported(end.Pos(), end.What)
			switch kind {
			case multistate.Contested:
				res = engine.Unknown("%s", end.What).Because(engine.Inexact)
				res.Pos, res.Facts = end.Pos(), []string{"no other accesses race"}
			case multistate.Invalid:
				res = engine.UndefinedBehaviour(end.Pos(), end.What)
				res.Otherwise = true
				res.Facts = []string{fmt.Sprintf("the property holds if no invalid access occurs (%s)",
					explored(s.size()))}
			}
			res.Assumed = assumed
			return res
		}
	}
	res := engine.Holds(engine.ByStates, "%s, with %s", explored(s.size()),
		english.Count(max(s.threads(), 1), "thread"))
	res.Assumed, res.Evidence = assumed, s.places()
	return res
}

// explored says that these are all states.
func explored(n int) string {
	if n == 1 {
		return "the only state was explored"
	}
	if n == 2 {
		return "both states were explored"
	}
	return fmt.Sprintf("all %d states were explored", n)
}

// assumed lists the undefined behaviour that was met, in the order of the source.
func (s *search) assumed() []engine.Assumption {
	var out []engine.Assumption
	for _, end := range s.stops() {
		if end.Kind == multistate.Undefined {
			out = append(out, engine.Assumption{Pos: end.Pos(), What: end.What})
		}
	}
	return engine.Assumptions(out)
}

// facts says how far a search came that did not end.
func (s *search) facts() []string {
	return []string{fmt.Sprintf("no violation in %s", english.Count(s.size(), "state"))}
}
