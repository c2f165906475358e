package steps

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Options says what the formula is like. The zero Options, with a depth, are the
// encoding as published, without projections.
type Options struct {
	// Depth is the number of steps; paths may be shorter.
	Depth int
	// Projection allows projections only.
	Projection bool
	// Exact allows no dummy steps: only paths of the length Depth.
	Exact bool

	Narrow     bool
	Grouped    bool
	SharedDeps bool
	Sequential bool
	Elements   bool
	MPOR       bool
	PerGoal    bool
}

// Improved returns the options with every improvement on.
func Improved(depth int, projection bool) Options {
	return Options{Depth: depth, Projection: projection, Narrow: true, Grouped: true, SharedDeps: true, Sequential: true,
		Elements: true, MPOR: true, PerGoal: true}
}

// Encoder is the formula of a system, as asserted to a solver.
type Encoder struct {
	sys    *ts.System
	st     *term.Store
	opt    Options
	solver smt.Solver
	err    error

	// values are the values of the variables in each state, and elements those of
	// arrays with Options.Elements. at are the conditions that a process is at a location.
	values   [][]term.Term
	elements [][][]term.Term
	at       [][][]term.Term
	// sel[i][l] is the condition that step i is instruction l; dummy[i] that it is none.
	sel   [][]term.Term
	dummy []term.Term
	trans []*translator

	reads, writes [][]int // by instruction, scalars, with program counters
	shared        []bool  // by variable
	goal          map[ts.GoalKind]goalSet
	asked         ts.GoalKind
}

// goalSet is the question whether a goal of one kind is reached.
type goalSet struct {
	lit     term.Term
	chosen  []term.Term // by goal; None: not of this kind
	goals   []int
	present bool
}

// New asserts the formula of sys to a solver of the terms of sys. An operator that the solver
// does not know shows in the first Ask.
func New(ctx context.Context, sys *ts.System, solver smt.Solver, opt Options) (*Encoder, error) {
	e := &Encoder{sys: sys, st: sys.Terms, opt: opt, solver: solver, goal: map[ts.GoalKind]goalSet{}}
	e.summaries()
	if opt.Sequential {
		e.initialTerms()
	} else {
		e.initialSymbols()
	}
	for i := range opt.Depth {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if opt.Sequential {
			e.chooseProcess(i)
			e.nextTerms(i)
		} else {
			e.selectInstruction(i)
		}
		if opt.Exact {
			e.assert(e.st.Not(e.dummy[i]))
		} else if i > 0 {
			e.assert(e.st.Implies(e.dummy[i], e.dummy[i-1]))
		}
	}
	if opt.MPOR {
		e.monotonic()
	}
	return e, e.err
}

func (e *Encoder) assert(t term.Term) {
	if e.st.IsTrue(t) {
		return
	}
	if err := e.solver.Assert(t); err != nil && e.err == nil {
		e.err = fmt.Errorf("steps: %w", err)
	}
}

// summaries lists what instructions read and write, program counters included.
func (e *Encoder) summaries() {
	e.shared = make([]bool, len(e.sys.Vars))
	for v := range e.sys.Vars {
		e.shared[v] = e.sys.Vars[v].Owner == ts.Shared
	}
	for i := range e.sys.Instructions {
		in := &e.sys.Instructions[i]
		pc := e.sys.Processes[in.Process].PC
		e.reads = append(e.reads, append([]int{pc}, in.Reads...))
		w := append([]int(nil), in.Writes...)
		if in.From != in.To {
			w = append(w, pc)
		}
		e.writes = append(e.writes, w)
	}
}

// Prepare asserts what Ask asks for, so that the time for that can be told apart.
func (e *Encoder) Prepare(kind ts.GoalKind) {
	if _, ok := e.goal[kind]; !ok {
		e.goal[kind] = e.goalsOf(kind)
	}
}

// Ask decides whether a goal of the kind is reached by a path.
func (e *Encoder) Ask(ctx context.Context, kind ts.GoalKind) smt.Result {
	e.Prepare(kind)
	g := e.goal[kind]
	if e.err != nil {
		return smt.Result{Reason: e.err.Error()}
	}
	if !g.present {
		return smt.Result{Status: smt.Unsat}
	}
	e.asked = kind
	return e.solver.Check(ctx, g.lit)
}

// Deeper decides whether there is a path of the length Depth at all; the encoder
// must have been made with Options.Exact and without projections.
func (e *Encoder) Deeper(ctx context.Context) smt.Result {
	if e.err != nil {
		return smt.Result{Reason: e.err.Error()}
	}
	return e.solver.Check(ctx)
}

// goalsOf asserts what a kind of goals means under a literal.
func (e *Encoder) goalsOf(kind ts.GoalKind) goalSet {
	k := e.opt.Depth
	g := goalSet{lit: e.st.Fresh("goal", term.Bool), chosen: make([]term.Term, len(e.sys.Goals))}
	var any []term.Term
	for n := range e.sys.Goals {
		if e.sys.Goals[n].Kind != kind {
			continue
		}
		reached := e.translate(k, e.sys.Reached(&e.sys.Goals[n]))
		if e.st.IsFalse(reached) {
			continue
		}
		g.goals = append(g.goals, n)
		if e.opt.PerGoal {
			g.chosen[n] = e.st.Fresh("chosen", term.Bool)
			e.assert(e.st.Implies(g.chosen[n], reached))
			any = append(any, g.chosen[n])
			continue
		}
		g.chosen[n] = e.st.True()
		any = append(any, reached)
	}
	if len(any) == 0 {
		return g
	}
	g.present = true
	e.assert(e.st.Implies(g.lit, e.st.Or(any...)))
	if e.opt.Projection {
		if e.opt.PerGoal { // at most one, so that F is that of one goal
			for a := range any {
				for b := range a {
					e.assert(e.st.Not(e.st.And(any[a], any[b])))
				}
			}
		}
		e.project(g)
	}
	return g
}

// Path reads the path of the last Ask, which was answered with Sat.
func (e *Encoder) Path() (ts.Path, error) {
	p := ts.Path{Initial: term.Map{}, Inputs: term.Map{}}
	for _, in := range e.sys.InitialInputs() {
		if v, ok := e.solver.Value(in.Sym); ok {
			p.Initial[in.Sym] = v
		}
	}
	truth := func(t term.Term) bool {
		v, ok := e.solver.Value(t)
		return ok && v.Bool()
	}
	for i := range e.opt.Depth {
		if truth(e.dummy[i]) {
			continue
		}
		found := false
		for l := range e.sys.Instructions {
			if truth(e.sel[i][l]) {
				p.Steps = append(p.Steps, ts.Step{Instruction: l, Inputs: e.inputs(i, e.sys.Instructions[l].Inputs)})
				found = true
				break
			}
		}
		if !found {
			return p, fmt.Errorf("steps: the model selects no instruction in step %d", i)
		}
	}
	k := e.opt.Depth
	for _, n := range e.goal[e.asked].goals {
		g := &e.sys.Goals[n]
		if truth(e.translate(k, e.sys.Reached(g))) {
			p.Goal, p.Inputs = g, e.inputs(k, g.Inputs)
			return p, nil
		}
	}
	return p, errors.New("steps: the model reaches no goal")
}

func (e *Encoder) inputs(i int, list []ts.Input) term.Map {
	m := term.Map{}
	for _, in := range list {
		if v, ok := e.solver.Value(e.translate(i, in.Sym)); ok {
			m[in.Sym] = v
		}
	}
	return m
}
