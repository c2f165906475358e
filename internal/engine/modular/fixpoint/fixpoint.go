package fixpoint

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// ErrUndecided says that the solver found no answer to a question.
var ErrUndecided = errors.New("the solver gave up")

// ErrTooMany says that there are more steps to look at than is worth while.
var ErrTooMany = errors.New("too many steps of several threads")

// maxObligations bounds the steps with the threads that take part.
const maxObligations = 60_000

// Config says what is looked for.
type Config struct {
	// K is the number of threads in a view, 1 or 2.
	K int
	// Atoms returns the candidates for a view: over the shared cells and the locals of its threads, with the
	// values of the control state in them. b is -1 for views of one thread.
	Atoms func(store, a, b int) []term.Term
	// Copies has the symbols of the second thread of a view.
	Copies *Copies
	Solver smt.Solver
	// Asked is called before each question to the solver; an error ends the search.
	Asked func() error
}

// Result says what holds in each view.
type Result struct {
	Views []View
	// Alarm is an error that may be reached as far as the views tell, or nil.
	Alarm *Alarm
	// Race is a race that may happen as far as the views tell, or nil.
	Race *Race
	// Obligations and Dropped count steps that were looked at, and counterexamples.
	Obligations, Dropped int
}

// View is a store with the seats of one or two threads, and its lemma.
type View struct {
	Store int
	Seats []int
	Atoms []term.Term
}

// Alarm is an error edge that a state of a view satisfies.
type Alarm struct {
	Store, Seat int
	Edge        *model.Edge
	// Scene is how a step leads there, or nil.
	Scene *Scene
}

// node is a view while its lemma is looked for.
type node struct {
	store   int
	seats   []int
	reached bool
	atoms   []term.Term
	users   []*obligation // that have it before the step
	why     *obligation   // that has weakened it last
}

type fixpoint struct {
	ctx context.Context
	Config
	t           *table.Table
	st          *term.Store
	k           int
	copies      *Copies
	nodes       map[[3]int]*node
	order       []*node
	obligations []*obligation
	queue       []*obligation
	writes      map[*model.Edge]bool // edges that change what is shared
	symbols     map[term.Term][]term.Term
	res         Result
}

// Find finds the lemmas of all views of a table. It ends early with an alarm; other errors are ctx's and
// those of the solver.
func Find(ctx context.Context, t *table.Table, cfg Config) (*Result, error) {
	f := &fixpoint{ctx: ctx, Config: cfg, t: t, st: t.Sys.Terms, k: cfg.K, copies: cfg.Copies,
		nodes: map[[3]int]*node{}, writes: map[*model.Edge]bool{},
		symbols: map[term.Term][]term.Term{}}
	for i := range t.Sys.Templates {
		for j := range t.Sys.Templates[i].Edges {
			e := &t.Sys.Templates[i].Edges[j]
			for _, v := range t.Sys.Globals {
				if _, ok := e.Updates[v.Sym]; ok {
					f.writes[e] = true
				}
			}
		}
	}
	if err := f.makeObligations(); err != nil {
		return nil, err
	}
	f.res.Obligations = len(f.obligations)
	if err := f.begin(); err != nil {
		return nil, err
	}
	for len(f.queue) > 0 && f.res.Alarm == nil {
		o := f.queue[0]
		f.queue = f.queue[1:]
		o.queued = false
		if err := f.discharge(o); err != nil {
			return nil, err
		}
	}
	if f.res.Alarm == nil && len(t.Sys.Counters) > 0 { // what these count depends on other views
		for _, n := range f.order {
			if err := f.alarms(n); err != nil {
				return nil, err
			}
		}
	}
	if f.res.Alarm == nil {
		if err := f.races(); err != nil {
			return nil, err
		}
	}
	if f.res.Alarm == nil && f.res.Race == nil {
		if err := f.reduce(); err != nil {
			return nil, err
		}
	}
	for _, n := range f.order {
		if n.reached {
			f.res.Views = append(f.res.Views, View{n.store, n.seats, n.atoms})
		}
	}
	return &f.res, nil
}

// moves are the steps of a thread, without errors.
func (f *fixpoint) moves(g, s int) []table.Move {
	all := f.t.Moves(g, s)
	out := make([]table.Move, 0, len(all))
	for _, m := range all {
		if m.Edge.Kind == model.Step {
			out = append(out, m)
		}
	}
	return out
}

// view returns the view of one or two seats.
func (f *fixpoint) view(g, a, b int) *node {
	if b >= 0 && a > b {
		a, b = b, a
	}
	k := [3]int{g, a, b}
	n := f.nodes[k]
	if n == nil {
		n = &node{store: g, seats: []int{a}}
		if b >= 0 {
			n.seats = append(n.seats, b)
		}
		f.nodes[k] = n
		f.order = append(f.order, n)
	}
	return n
}

// reach makes a view one of those that are reached. Its candidates are made then, as an alarm may come before
// most views are.
func (f *fixpoint) reach(n *node) {
	b := -1
	if len(n.seats) > 1 {
		b = n.seats[1]
	}
	n.reached, n.atoms = true, f.Atoms(n.store, n.seats[0], b)
}

// begin reaches the view of the initial thread at its entry.
func (f *fixpoint) begin() error {
	n := f.view(0, 0, -1)
	m := map[term.Term]term.Term{}
	for _, v := range slices.Concat(f.t.Sys.Globals, f.t.Sys.Templates[0].Locals) {
		if v.Init != term.None {
			m[v.Sym] = v.Init
		}
	}
	return f.weaken(n, nil, f.always(0), []*term.Substituter{term.NewSubstituter(f.st, m)})
}

// discharge makes the lemma of the target of an obligation hold.
func (f *fixpoint) discharge(o *obligation) error {
	for _, n := range o.body {
		if !n.reached {
			return nil
		}
	}
	if o.target.reached && f.untouched(o) {
		return nil
	}
	return f.weaken(o.target, o, f.before(o), f.afters(o))
}

// untouched reports whether the target is a view of threads that stay where they are, with a store that does
// not change, and no atom of its lemma is about what the step assigns.
func (f *fixpoint) untouched(o *obligation) bool {
	if o.move.Store != o.store || slices.Contains(o.members, o.mover) || slices.Contains(o.members, child) {
		return false
	}
	for _, a := range o.target.atoms {
		for _, sym := range f.symbolsOf(a) {
			if _, ok := o.move.Edge.Updates[sym]; ok {
				return false
			}
		}
	}
	return true
}

func (f *fixpoint) symbolsOf(t term.Term) []term.Term {
	s, ok := f.symbols[t]
	if !ok {
		s = f.st.Symbols(t)
		f.symbols[t] = s
	}
	return s
}

// weaken drops atoms of a view until each holds, wherever what is known does, in the states that after
// computes. What of this is known as it stands is not asked. The states are those after why.
func (f *fixpoint) weaken(n *node, why *obligation, known *facts, after []*term.Substituter) error {
	var open map[term.Term][]term.Term
	if n.reached {
		if open = f.open(n, known, after); len(open) == 0 {
			return nil
		}
	}
	if _, ok := known.absurd(); ok {
		return nil
	}
	var eval *term.Evaluator
	changed := false
	for {
		goal := f.st.True()
		if n.reached {
			var broken []term.Term
			for _, a := range n.atoms {
				for _, t := range open[a] {
					broken = append(broken, f.st.Not(t))
				}
			}
			goal = f.st.Or(broken...)
		}
		question := append(slices.Clip(known.terms), goal)
		if len(f.t.Sys.Counters) > 0 {
			question = known.simpler(goal)
		}
		sat, err := f.check(question...)
		if errors.Is(err, ErrUndecided) {
			return f.oneByOne(n, why, known, after, changed)
		}
		if err != nil || !sat {
			if changed && err == nil {
				err = f.weakened(n)
			}
			return err
		}
		if !n.reached {
			f.reach(n)
			open = f.open(n, known, after)
		}
		n.why, changed = why, true
		f.res.Dropped++
		if eval == nil {
			eval = term.NewEvaluator(f.st, total{smt.Model{Solver: f.Solver}, f.st})
		} else {
			eval.Reset(total{smt.Model{Solver: f.Solver}, f.st})
		}
		before := len(n.atoms)
		var wrong error
		n.atoms = slices.DeleteFunc(n.atoms, func(a term.Term) bool {
			for _, t := range open[a] {
				v, err := eval.Eval(t)
				if err != nil {
					wrong = err
				} else if !v.Bool() {
					delete(open, a)
					return true
				}
			}
			return false
		})
		if wrong != nil {
			return wrong
		}
		if !f.st.IsTrue(goal) && len(n.atoms) == before {
			return fmt.Errorf("a counterexample breaks no atom")
		}
	}
}

// open are the atoms of a view that are not known as they stand to hold after a step, with what has to hold
// before it.
func (f *fixpoint) open(n *node, known *facts, after []*term.Substituter) map[term.Term][]term.Term {
	out := map[term.Term][]term.Term{}
	for _, a := range n.atoms {
		for _, sub := range after {
			t := sub.Apply(a)
			if known.has(t) {
				continue
			}
			if _, ok := known.implies(t); !ok {
				out[a] = append(out[a], t)
			}
		}
	}
	return out
}

// total gives symbols that the solver was not told of a value.
type total struct {
	smt.Model
	st *term.Store
}

// Value implements term.Assignment.
func (t total) Value(sym term.Term) (term.Value, bool) {
	if v, ok := t.Model.Value(sym); ok {
		return v, true
	}
	return t.st.ZeroValue(t.st.Sort(sym)), true
}

// weakened looks for alarms in a view whose lemma has become weaker, and queues the steps from it.
func (f *fixpoint) weakened(n *node) error {
	if err := f.alarms(n); err != nil {
		return err
	}
	for _, o := range n.users {
		if !o.queued {
			o.queued = true
			f.queue = append(f.queue, o)
		}
	}
	return nil
}

// check asks the solver.
func (f *fixpoint) check(assumptions ...term.Term) (sat bool, err error) {
	for _, a := range assumptions {
		if f.st.IsFalse(a) {
			return false, nil
		}
	}
	if err := f.Asked(); err != nil {
		return false, err
	}
	r := f.Solver.Check(f.ctx, assumptions...)
	switch {
	case r.Status == smt.Sat:
		return true, nil
	case r.Status == smt.Unsat:
		return false, nil
	case f.ctx.Err() != nil:
		return false, f.ctx.Err()
	}
	return false, ErrUndecided
}
