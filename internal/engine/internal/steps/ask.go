package steps

import (
	"context"
	"errors"
	"fmt"

	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Question is what is asked of the paths of at most the present depth.
type Question struct {
	// Kind is that of the goals, one of which is looked for.
	Kind ts.GoalKind
	// Projection allows projections only, on the variables of the goals.
	Projection bool
	// Above is a length up to which it is known that no path reaches such a goal: only longer
	// ones are looked at. 0: nothing is known.
	Above int
}

// goalSet is the question whether a goal of one kind is reached at the present depth.
type goalSet struct {
	lit   term.Term
	goals []int // those that a state may reach, as far as terms tell
	// projected is the literal of C_F, None until it has been asserted.
	projected term.Term
	above     map[int]term.Term
}

// Prepare asserts what Ask asks for, so that the time for that can be told apart.
func (e *Encoder) Prepare(q Question) {
	g := e.goals[q.Kind]
	if g == nil {
		g = e.goalsOf(q.Kind)
		e.goals[q.Kind] = g
	}
	if len(g.goals) == 0 {
		return
	}
	if q.Projection && g.projected == term.None {
		g.projected = e.st.Fresh("projected", term.Bool)
		e.project(g)
	}
	if n := e.depth - q.Above - 1; q.Above > 0 && n >= 0 && g.above[n] == term.None {
		g.above[n] = e.st.Fresh("longer", term.Bool)
		e.assert(e.st.Implies(g.above[n], e.st.Not(e.dummy[n])))
	}
}

// Ask decides whether a goal of the kind is reached by a path.
func (e *Encoder) Ask(ctx context.Context, q Question) smt.Result {
	e.Prepare(q)
	g := e.goals[q.Kind]
	if e.err != nil {
		return smt.Result{Reason: e.err.Error()}
	}
	if len(g.goals) == 0 {
		return smt.Result{Status: smt.Unsat}
	}
	e.asked = g
	assume := []term.Term{g.lit}
	if q.Projection {
		assume = append(assume, g.projected)
	}
	if n := e.depth - q.Above - 1; q.Above > 0 {
		if n < 0 {
			return smt.Result{Status: smt.Unsat}
		}
		assume = append(assume, g.above[n])
	}
	return e.solver.Check(ctx, assume...)
}

// Deeper decides whether there is a path of as many steps as the depth allows.
func (e *Encoder) Deeper(ctx context.Context) smt.Result {
	if e.err != nil {
		return smt.Result{Reason: e.err.Error()}
	}
	if e.depth == 0 {
		return smt.Result{Status: smt.Sat}
	}
	return e.solver.Check(ctx, e.st.Not(e.dummy[0]))
}

// dropGoals forgets what was asked of the state that was the last one.
func (e *Encoder) dropGoals() {
	for _, kind := range []ts.GoalKind{ts.Violation, ts.Unsupported, ts.Invalid} {
		g := e.goals[kind]
		if g == nil {
			continue
		}
		delete(e.goals, kind)
		if len(g.goals) == 0 {
			continue
		}
		e.assert(e.st.Not(g.lit))
		if g.projected != term.None {
			e.assert(e.st.Not(g.projected))
		}
	}
	e.asked = nil
}

// goalsOf asserts what a kind of goals means under a literal.
func (e *Encoder) goalsOf(kind ts.GoalKind) *goalSet {
	g := &goalSet{lit: e.st.Fresh("goal", term.Bool), above: map[int]term.Term{}}
	var any []term.Term
	for n := range e.sys.Goals {
		if e.sys.Goals[n].Kind != kind {
			continue
		}
		if reached := e.translate(e.depth, e.sys.Reached(&e.sys.Goals[n])); !e.st.IsFalse(reached) {
			g.goals = append(g.goals, n)
			any = append(any, reached)
		}
	}
	if len(any) > 0 {
		e.assert(e.st.Implies(g.lit, e.st.Or(any...)))
	}
	return g
}

// Path reads the path of the last Ask, which was answered with Sat.
func (e *Encoder) Path() (ts.Path, error) {
	p := ts.Path{Initial: term.Map{}, Inputs: term.Map{}}
	if e.asked == nil {
		return p, errors.New("steps: no question was asked")
	}
	for _, sym := range e.sys.InitialInputs() {
		if v, ok := e.solver.Value(sym); ok {
			p.Initial[sym] = v
		}
	}
	truth := func(t term.Term) bool {
		v, ok := e.solver.Value(t)
		return ok && v.Bool()
	}
	for i := range e.depth {
		if truth(e.dummy[i]) {
			continue
		}
		found := false
		for l := range e.sys.Instructions {
			if truth(e.sel[i][l]) {
				p.Steps = append(p.Steps, ts.Step{Instruction: l,
					Inputs: e.inputs(i, e.sys.Instructions[l].Inputs)})
				found = true
				break
			}
		}
		if !found {
			return p, fmt.Errorf("steps: the model selects no instruction in step %d", i)
		}
	}
	for _, n := range e.asked.goals {
		g := &e.sys.Goals[n]
		if truth(e.translate(e.depth, e.sys.Reached(g))) {
			p.Goal, p.Inputs = g, e.inputs(e.depth, g.Inputs)
			return p, nil
		}
	}
	return p, errors.New("steps: the model reaches no goal")
}

func (e *Encoder) inputs(i int, list []term.Term) term.Map {
	m := term.Map{}
	for _, sym := range list {
		if v, ok := e.solver.Value(e.translate(i, sym)); ok {
			m[sym] = v
		}
	}
	return m
}
