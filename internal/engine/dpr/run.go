package dpr

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/formula"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
	"whittle.dev/sat"
	"whittle.dev/term"
)

// run is one execution that follows an oracle: algorithm 2. The machine executes, and asks it for inputs;
// the walker tells it of branches and of values.
type run struct {
	interp.Zero
	s       *search
	machine *interp.Machine
	walker  *dsa.Walker[value]
	// path are the choices in the order in which they were made, atoms those that depend on inputs.
	path  []sat.Lit
	atoms []atom
	// reason are the choices that what was not taken depends on.
	reason  set
	objects map[trace.Key]oracle.Name
	// wants, if not empty, is what the oracle wants and the inputs do not yield: the execution is given up.
	wants []atom
	// formula, if not nil, is made as well, and outcomes has the choices by name for it.
	formula  *formula.Execution
	outcomes map[oracle.Name]sat.Lit
	stopped  bool
	steps    int
	err      error
}

// values is the domain of the values of a run.
type values struct{ *run }

// atom is a condition over inputs that holds in an execution, with the choice that it is the outcome of.
type atom struct {
	cond term.Term
	lit  sat.Lit
	// deps are the choices by which the condition is this one, and by which it is asked at all.
	deps set
}

// end is how an execution ended.
type end uint8

const (
	completed  end = iota
	violated       // a violation was reached
	redirected     // the oracle wants what these inputs do not yield
	cut            // a limit was hit
	refused        // something is not supported, or an access is invalid
)

// execute runs the program.
func (s *search) execute(record bool) (*run, end, error) {
	r := &s.latest
	if record || !s.resume(r) {
		s.begin(r, record)
	}
	ev, err := r.machine.Observed(s.ctx, 0)
	if err == nil {
		err = r.err
	}
	r.steps = int(r.machine.Steps())
	s.steps += int64(r.steps)
	switch {
	case err != nil:
		return r, cut, err
	case ev == interp.Stopped:
		return r, r.ended(), r.err
	case len(r.wants) > 0:
		return r, redirected, nil
	case r.stopped:
		return r, cut, nil
	}
	return r, completed, nil
}

// begin begins an execution at the start of the program.
func (s *search) begin(r *run, record bool) {
	*r = run{s: s, path: r.path[:0], atoms: r.atoms[:0]}
	s.states.restart()
	if s.walker == nil {
		s.walker = dsa.NewWalker(s.shape, s.tree, dsa.Domain[value](values{r}))
	} else {
		s.walker.Restart(s.tree, values{r})
	}
	r.walker = s.walker
	if s.formulas {
		r.makeFormula()
	}
	cfg := interp.Config{Decider: r, Observer: r, MaxSteps: uint64(s.maxSteps()), Count: s.makesObjects,
		Record: record}
	if s.machine == nil {
		s.machine = s.code.Start(cfg)
	} else {
		s.machine.Again(cfg)
	}
	r.machine = s.machine
}

// makeFormula has the formula of the execution made with it.
func (r *run) makeFormula() {
	r.outcomes = map[oracle.Name]sat.Lit{}
	r.formula = formula.New(formula.Config{Info: r.s.info, Shape: r.s.shape, Tree: r.s.tree, Terms: r.s.terms,
		Choices: r.s.choices, Symbol: r.s.symbol, Constants: r.s.cfg.Learning == Paper,
		Made: func(n oracle.Name) (sat.Lit, bool) {
			l, ok := r.outcomes[n]
			return l, ok
		}})
}

// endFormula tells the formula of an end that is no executed edge.
func (r *run) endFormula(o interp.Outcome) {
	if r.formula != nil {
		r.formula.Ended(o)
	}
}

// ended classifies the end of an execution that has stopped.
func (r *run) ended() end {
	o := r.machine.Outcome()
	switch o.Kind {
	case interp.Violated:
		return violated
	case interp.AssumeFailed:
		if r.walker.Stopped(o); len(r.wants) > 0 {
			return redirected
		}
		r.endFormula(o)
		return completed
	case interp.Exited:
		return completed
	case interp.Undefined:
		if _, ub := o.Edge.Op.(cfa.UB); ub {
			r.halt()
			r.endFormula(o)
			return completed
		}
		return refused
	case interp.Unsupported:
		return refused
	}
	return cut
}

// Executed implements interp.Observer.
func (r *run) Executed(e *cfa.Edge, x *interp.Executed) (more bool) {
	r.walker.Executed(e, x)
	if r.formula != nil {
		r.formula.Walker.Executed(e, x)
	}
	r.s.covered[e.ID] = true
	return !r.stopped && !r.walker.Over()
}

// Branch implements dsa.Domain. A branch that was not taken and may lead to a violation is where the paper
// learns; so is the end of an execution, which others may go beyond.
func (r *run) Branch(p *dsa.Point[value]) value {
	guard := value{}
	symbolic := false
	for _, c := range p.Conds {
		guard.deps = r.union(guard.deps, c.deps)
		symbolic = symbolic || c.sym != term.None
	}
	if symbolic {
		guard.deps = r.decide(p, guard.deps)
	}
	if p.Branch.Violates(p.Taken) {
		r.reason = r.union(r.reason, guard.deps)
		r.explore(p.Branch, guard.deps)
	}
	if p.Taken == nil || !side(p.Branch, p.Taken).Relevant {
		r.reason = r.union(r.reason, guard.deps)
		r.halt()
	}
	return guard
}

// explore has the guided order prefer oracles that may take a side that no execution has taken: those that
// make the last choice that the branch depends on in another way.
func (r *run) explore(b *scope.Branch, deps set) {
	if r.s.order != oracle.Guided || deps == 0 {
		return
	}
	for _, s := range b.Edges {
		if s.Violates && !r.s.covered[s.Edge.ID] {
			lits := r.of(deps)
			r.s.space.Favour(lits[len(lits)-1].Not())
			return
		}
	}
}

// halt notes the end of the execution: others, that do not come here, may go on where the branches meet in
// whose scope it is.
func (r *run) halt() { r.reason = r.union(r.reason, r.control()) }

// control are the choices by which the execution is where it is, in the scopes around it.
func (r *run) control() set {
	var c set
	for _, g := range r.walker.Control() {
		c = r.union(c, g.Value.deps)
	}
	return c
}

func side(b *scope.Branch, e *cfa.Edge) scope.Side {
	return b.Edges[slices.IndexFunc(b.Edges, func(s scope.Side) bool { return s.Edge == e })]
}

// decide makes the outcome of a branch on inputs a choice, and returns it.
func (r *run) decide(p *dsa.Point[value], data set) set {
	deps := r.union(data, r.control())
	first := r.walker.Index.At(p.Branch.Edges[0].Edge.ID, 0)
	if p.Branch.Binary {
		return r.choose(first, p.Taken == p.Branch.Edges[0].Edge, p.Conds[0].sym, deps)
	}
	options := make([]option, 0, len(p.Conds))
	taken := -1
	for i, s := range p.Branch.Edges {
		if s.Edge == p.Taken {
			taken = len(options)
		}
		cond := r.term(p.Conds[i], term.Bool)
		options = append(options, option{r.walker.Index.At(s.Edge.ID, 1), cond})
	}
	return r.pick(options, taken, deps)
}
