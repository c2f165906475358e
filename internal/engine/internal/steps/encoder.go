package steps

import (
	"context"
	"fmt"

	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Options says what the formula is like. The zero Options are the encoding as published.
type Options struct {
	SharedDeps bool
	Sequential bool
	Elements   bool
	MPOR       bool
	Symmetry   bool
}

// Improved returns the options with every improvement on that pays in general. MPOR does not: the
// orders that it forbids are few where the solver learns which steps matter.
func Improved() Options {
	return Options{SharedDeps: true, Sequential: true, Elements: true,
		Symmetry: true}
}

// Encoder is the formula of a system, as asserted to a solver.
type Encoder struct {
	sys    *ts.System
	st     *term.Store
	opt    Options
	solver smt.Solver
	depth  int
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
	order         *order  // with Options.MPOR
	symmetry      *symmetry
	goals         map[ts.GoalKind]*goalSet
	asked         *goalSet
}

// New makes the encoder of paths without steps. An operator that the solver of the terms of sys
// does not know shows in the first Ask.
func New(sys *ts.System, solver smt.Solver, opt Options) *Encoder {
	e := &Encoder{sys: sys, st: sys.Terms, opt: opt, solver: solver, goals: map[ts.GoalKind]*goalSet{}}
	e.summaries()
	if opt.Sequential {
		e.initialTerms()
	} else {
		e.initialSymbols()
	}
	if opt.MPOR {
		e.order = newOrder(e)
	}
	if opt.Symmetry {
		e.symmetry = newSymmetry(e)
	}
	return e
}

// Depth is the number of steps of the longest paths.
func (e *Encoder) Depth() int { return e.depth }

// Deepen asserts further steps, after those that there are, until there are depth.
// Shorter paths have dummy steps in front, so what was asserted stays true; what was asked
// is asked anew of the state after the last step. The error is ctx's, or of the solver.
func (e *Encoder) Deepen(ctx context.Context, depth int) error {
	for i := e.depth; i < depth; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.dropGoals()
		if e.opt.Sequential {
			e.chooseProcess(i)
			e.nextTerms(i)
		} else {
			e.selectInstruction(i)
		}
		if i > 0 {
			e.assert(e.st.Implies(e.dummy[i], e.dummy[i-1]))
		}
		if e.opt.MPOR {
			e.order.step(i)
		}
		if e.opt.Symmetry {
			e.symmetry.step(i)
		}
		e.depth++
	}
	return e.err
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
