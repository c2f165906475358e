package dpr

import (
	"context"
	"errors"
	"fmt"
	"math"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr/certify"
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/source"
	"whittle.dev/sat"
	"whittle.dev/term"
)

// errOverlap: the sides of a branch overlap, so that which one is taken is no question of conditions.
var errOverlap = errors.New("branches with sides that overlap")

// search explores the paths of a program.
type search struct {
	ctx   context.Context
	task  engine.Task
	cfg   Config
	order oracle.Order

	info    *scope.Info
	shape   *dsa.Shape
	walker  *dsa.Walker[value] // of the latest execution
	machine *interp.Machine
	latest  run
	states  states
	code    *interp.Code
	choices map[*cfa.Edge][2]uint64
	between []*[2]uint64 // the same by EdgeID; nil: it is no choice
	tree    *oracle.Tree
	space   *oracle.Space
	sets    *sets
	terms   *term.Store
	ask     *questions
	learn   learner
	cases   *cases // nil: reasons are not looked at by cases
	// makesObjects: the program may make objects, whose bytes have names.
	makesObjects bool
	// formulas: the formula of each execution is made.
	formulas bool
	cert     *certify.Certificate // nil: not wanted

	inputs  map[oracle.Name][2]uint64
	symbols map[oracle.Name]term.Term
	owners  map[term.Term]oracle.Name
	split   map[oracle.Name][]uint64 // values of addresses that were met at a place
	covered []bool                   // by EdgeID

	cut     string // why an execution was not followed to its end; empty: none was so
	invalid *refusal
	counters
}

// refusal is a place at which an execution cannot be followed further.
type refusal struct {
	pos         source.Pos
	what        string
	unsupported bool
}

// run is algorithm 4: as long as an oracle is left, execute with it, and learn.
func (s *search) run() (engine.Result, error) {
	res, _, err := s.some(math.MaxInt)
	return res, err
}

// some is run for so many oracles; ended is false if some are left.
func (s *search) some(most int) (res engine.Result, ended bool, err error) {
	for range most {
		switch s.space.Next(s.ctx) {
		case sat.Unsat:
			return s.explained(), true, nil
		case sat.Unknown:
			return engine.Unknown("%s", engine.StopReason(s.ctx)), true, nil
		}
		found, err := s.follow()
		switch {
		case s.ctx.Err() != nil:
			return engine.Unknown("%s", engine.StopReason(s.ctx)), true, nil
		case errors.Is(err, errOverlap):
			return engine.Unsupported(source.Pos{}, err.Error()), true, nil
		case err != nil:
			return engine.Result{}, true, err
		case found != nil:
			return *found, true, nil
		}
		s.tell()
	}
	return engine.Result{}, false, nil
}

// follow executes with the oracle: anew with other inputs as long as those that it has do not do what the
// oracle says, and the solver finds others.
func (s *search) follow() (*engine.Result, error) {
	for {
		s.executions++
		r, how, err := s.execute(false)
		if err != nil {
			return nil, err
		}
		if how == redirected {
			s.states.forget(0) // inputs change
			switch ok, err := s.redirect(r); {
			case err != nil || !ok:
				return nil, err
			}
			continue
		}
		s.paths++
		s.executed += math.Ldexp(1, -len(r.path))
		if how == violated {
			return s.violation()
		}
		s.space.Made(r.path) // from here on the oracle is forgotten
		switch how {
		case completed:
			reason := s.learn.reason(r)
			if s.cert != nil {
				s.cert.Add(certify.Reason{Choices: reason, Limit: limit(r), Formula: r.formula})
			}
			if s.cases != nil {
				reason = s.cases.without(reason, r)
			}
			s.exclude(reason)
		case cut:
			s.cut = "an execution of " + english.Count(s.maxSteps(), "step") + " did not end"
			if s.cfg.Depth > 0 && r.stopped {
				s.cut = "an execution made more than " + english.Count(s.cfg.Depth, "choice")
			}
			s.exclude(r.path)
		case refused:
			s.refuse(r.machine.Outcome())
			s.exclude(r.path)
		}
		return nil, nil
	}
}

// chosen has the values that an input is a choice between; false: it is another edge.
func (s *search) chosen(e *cfa.Edge) (values [2]uint64, ok bool) {
	if e == nil || s.between[e.ID] == nil { // nil: a byte of memory
		return values, false
	}
	return *s.between[e.ID], true
}

func (s *search) exclude(choices []sat.Lit) { s.space.Exclude(choices) }

func (s *search) maxSteps() int {
	if s.cfg.Steps > 0 {
		return s.cfg.Steps
	}
	return maxSteps
}

// refuse notes what an execution came to that cannot be followed.
func (s *search) refuse(o interp.Outcome) {
	if s.invalid == nil || !s.invalid.unsupported && o.Kind == interp.Unsupported {
		s.invalid = &refusal{o.Pos, o.What, o.Kind == interp.Unsupported}
	}
}

// violation makes the trace of the execution that was made last.
func (s *search) violation() (*engine.Result, error) {
	r, how, err := s.execute(true)
	if err != nil || how != violated {
		return nil, fmt.Errorf("dpr: the violation does not come again: %w", err)
	}
	res := engine.Violated(s.task.Property, r.machine.Trace())
	res.Why = fmt.Sprintf("found by execution %d", s.executions)
	return &res, nil
}

// explained is the result when no oracle is left.
func (s *search) explained() engine.Result {
	switch x := s.invalid; {
	case x != nil && x.unsupported:
		return engine.Unsupported(x.pos, x.what)
	case x != nil:
		return engine.UndefinedBehaviour(x.pos, x.what)
	case s.cut != "":
		return engine.Unknown("%s", s.cut)
	}
	return s.holds()
}

// holds is the result when the program has no other path.
func (s *search) holds() engine.Result {
	res := engine.Holds(engine.ByPaths, "%s, which explain all paths", english.Count(s.paths, "execution"))
	for _, e := range s.info.Undefined {
		res.Assumed = append(res.Assumed, engine.Assumption{Pos: e.Pos, What: e.Op.(cfa.UB).What})
	}
	return res
}

// input is the value of an input. It stays the same until the solver finds another one.
func (s *search) input(name oracle.Name) [2]uint64 {
	v, ok := s.inputs[name]
	if !ok {
		if s.order == oracle.Random && s.space.Coin() {
			v[0] = 1
		}
		s.inputs[name] = v
	}
	return v
}

// symbol is the term of an input.
func (s *search) symbol(name oracle.Name, sort term.Sort) term.Term {
	t, ok := s.symbols[name]
	if !ok {
		t = s.terms.Symbol(fmt.Sprintf("input@%d", name), sort)
		s.symbols[name], s.owners[t] = t, name
	}
	return t
}

// told is how many executions pass between two signs of progress.
const told = 256

func (s *search) tell() {
	made := s.steps - s.shared
	s.task.Did((made - s.reported) * 20)
	s.reported = made
	if s.paths%told == 0 {
		choices, clauses, _ := s.space.Size()
		s.task.Emit(engine.Event{Stage: "explore", Detail: fmt.Sprintf("%d paths, %d choices, %d reasons",
			s.paths, choices, clauses)})
	}
}
