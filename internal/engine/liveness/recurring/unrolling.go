package recurring

import (
	"context"
	"slices"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// An unrolling is all paths of a system up to a length beside its monitor as one formula, step by step: a
// literal for each transition that may be taken there, and for each edge of the automaton, and symbols for
// variables, inputs and the state of the automaton.
type unrolling struct {
	ctx     context.Context
	base    *transition.System // its store is frozen
	s       *transition.System // a fork of it
	st      *term.Store
	m       *monitor
	f       int // the index of the property
	solver  smt.Solver
	limited *native.Solver
	now     []map[term.Term]term.Term // by depth: what variables stand for
	inputs  []map[term.Term]term.Term // by step
	state   []term.Term               // of the automaton, by depth
	take    [][]term.Term             // by step and transition
	marks   [][]term.Term             // by step and mark
	// differs are literals that let a variable have another value when the loop ends than when it begins,
	// for those that may; None for others.
	differs []term.Term
}

// width is that of the state of the automaton.
const stateWidth = 20

func newUnrolling(ctx context.Context, base *transition.System, m *monitor, f int,
	wrap func(*term.Store, smt.Solver) smt.Solver) (*unrolling, error) {
	s := base.Fork()
	u := &unrolling{ctx: ctx, base: base, s: s, st: s.Terms, m: m, f: f,
		limited: native.New(s.Terms, native.Config{})}
	u.solver = u.limited
	if wrap != nil {
		u.solver = wrap(s.Terms, u.limited)
	}
	for _, v := range s.Vars {
		lit := term.None
		if sort := u.st.Sort(v.Sym); sort.IsInt() || sort.IsReal() {
			lit = u.st.Fresh("differs", term.Bool)
		}
		u.differs = append(u.differs, lit)
	}
	u.depth()
	var starts []term.Term
	for _, q := range m.automaton.Initial {
		starts = append(starts, u.at(0, q))
	}
	return u, u.assert(u.st.Substitute(s.Init, u.now[0]), u.st.Or(append(starts, u.st.False())...))
}

func (u *unrolling) assert(ts ...term.Term) error {
	for _, t := range ts {
		if err := u.solver.Assert(t); err != nil {
			return err
		}
	}
	return nil
}

// depth makes the symbols of one more depth.
func (u *unrolling) depth() {
	now := map[term.Term]term.Term{}
	for _, v := range u.s.Vars {
		now[v.Sym] = u.st.Fresh(v.Name, u.st.Sort(v.Sym))
	}
	u.now = append(u.now, now)
	u.state = append(u.state, u.st.Fresh("automaton", term.BitVec(stateWidth)))
}

func (u *unrolling) at(d, q int) term.Term {
	return u.st.Eq(u.state[d], u.st.BV(stateWidth, uint64(q)))
}

// extend adds a step.
func (u *unrolling) extend() error {
	d := len(u.now) - 1
	u.depth()
	of := map[term.Term]term.Term{}
	for _, v := range u.s.Vars {
		of[v.Sym], of[v.Next] = u.now[d][v.Sym], u.now[d+1][v.Sym]
	}
	in, f := map[term.Term]term.Term{}, u.m.f
	input := func(ts ...term.Term) {
		for _, x := range u.st.Symbols(ts...) {
			if of[x] == term.None {
				of[x] = u.st.Fresh("in", u.st.Sort(x))
				in[x] = of[x]
			}
		}
	}
	input(f.Atoms...)
	input(f.Fair...)
	for i := range u.s.Transitions {
		input(u.s.Conjuncts(&u.s.Transitions[i])...)
	}
	sub := term.NewSubstituter(u.st, of)
	var takes []term.Term
	for i := range u.s.Transitions {
		take := u.st.Fresh("take", term.Bool)
		takes = append(takes, take)
		if err := u.assert(u.st.Implies(take, sub.Apply(u.s.Relation(&u.s.Transitions[i])))); err != nil {
			return err
		}
	}
	u.take, u.inputs = append(u.take, takes), append(u.inputs, in)
	if err := u.assert(u.st.Or(append(slices.Clone(takes), u.st.False())...)); err != nil {
		return err
	}
	return u.monitor(d, sub)
}

// monitor adds the edge that the automaton takes at a step, and which marks that has.
func (u *unrolling) monitor(d int, sub *term.Substituter) error {
	var some []term.Term
	having := make([][]term.Term, u.m.automaton.Marks)
	for q, edges := range u.m.automaton.Edges {
		for i := range edges {
			e := &edges[i]
			take := u.st.Fresh("edge", term.Bool)
			some = append(some, take)
			for k := range having {
				if e.Marks>>k&1 != 0 {
					having[k] = append(having[k], take)
				}
			}
			then := append(u.m.label(u.st, e), u.st.True())
			if err := u.assert(u.st.Implies(take, u.st.And(u.at(d, q), u.at(d+1, e.To),
				sub.Apply(u.st.And(then...))))); err != nil {
				return err
			}
		}
	}
	var marks []term.Term
	mark := func(is term.Term) error {
		lit := u.st.Fresh("mark", term.Bool)
		marks = append(marks, lit)
		return u.assert(u.st.Implies(lit, is))
	}
	for _, takes := range having {
		if err := mark(u.st.Or(append(takes, u.st.False())...)); err != nil {
			return err
		}
	}
	for _, c := range u.m.f.Fair {
		if err := mark(sub.Apply(c)); err != nil {
			return err
		}
	}
	u.marks = append(u.marks, marks)
	return u.assert(u.st.Or(append(some, u.st.False())...))
}

// closes is a literal that the path goes back from the last depth to an earlier one with all marks in
// between; backs are the literals of these.
func (u *unrolling) closes() (any term.Term, backs []term.Term, err error) {
	last := len(u.now) - 1
	for d := range last {
		back := u.st.Fresh("back", term.Bool)
		backs = append(backs, back)
		then := []term.Term{u.st.Eq(u.state[d], u.state[last])}
		for i, v := range u.s.Vars {
			same := u.st.Eq(u.now[d][v.Sym], u.now[last][v.Sym])
			if lit := u.differs[i]; lit != term.None {
				same = u.st.Or(lit, same)
			}
			then = append(then, same)
		}
		for k := range u.m.marks() {
			var met []term.Term
			for i := d; i < last; i++ {
				met = append(met, u.marks[i][k])
			}
			then = append(then, u.st.Or(met...))
		}
		if err := u.assert(u.st.Implies(back, u.st.And(then...))); err != nil {
			return term.None, nil, err
		}
	}
	any = u.st.Fresh("closes", term.Bool)
	return any, backs, u.assert(u.st.Implies(any, u.st.Or(append(slices.Clone(backs), u.st.False())...)))
}

// path reads the path of the model.
func (u *unrolling) path(backs []term.Term) *transition.Path {
	p := &transition.Path{Initial: term.Map{}, Goal: u.f}
	for _, x := range u.s.InitInputs {
		p.Initial[x] = u.value(x)
	}
	for d := range u.now {
		state := make(transition.State, len(u.s.Vars))
		for v := range u.s.Vars {
			state[v] = u.value(u.now[d][u.s.Vars[v].Sym])
		}
		p.States = append(p.States, state)
	}
	for d, takes := range u.take {
		i := max(0, slices.IndexFunc(takes, u.yes))
		step := transition.Step{Transition: i, Inputs: term.Map{}}
		for x, sym := range u.inputs[d] {
			step.Inputs[x] = u.value(sym)
		}
		p.Steps = append(p.Steps, step)
	}
	p.Loop = &transition.Loop{Back: max(0, slices.IndexFunc(backs, u.yes))}
	return p
}

func (u *unrolling) yes(lit term.Term) bool { return u.value(lit).Bool() }

func (u *unrolling) value(t term.Term) term.Value {
	if v, ok := u.solver.Value(t); ok {
		return v
	}
	return u.st.ZeroValue(u.st.Sort(t))
}

// closed looks for a path of the present length that comes back to a state, or, where numbers are in the way
// of that, to a set that recurs. sure: there is none of the former kind.
func (u *unrolling) closed(conflicts int64) (p *transition.Path, sure bool, err error) {
	any, backs, err := u.closes()
	if err != nil {
		return nil, false, err
	}
	u.limited.LimitConflicts(conflicts)
	free := make([]bool, len(u.s.Vars))
	for {
		assume := []term.Term{any}
		for v, lit := range u.differs {
			if lit != term.None && !free[v] {
				assume = append(assume, u.st.Not(lit))
			}
		}
		switch r := u.solver.Check(u.ctx, assume...); r.Status {
		case smt.Unknown:
			return nil, false, u.ctx.Err()
		case smt.Sat:
			return u.recurs(any, backs, assume, free)
		}
		if !u.release(free) {
			return nil, true, nil
		}
	}
}

// release lets the variables differ whose equality the last answer rests on. It reports whether there is one.
func (u *unrolling) release(free []bool) bool {
	some := false
	for _, t := range u.solver.Failed() {
		if v := slices.Index(u.differs, u.st.Not(t)); v >= 0 {
			free[v], some = true, true
		}
	}
	return some
}

// maxSets is how many paths of one length are looked at for a set that recurs.
const maxSets = 6

// recurs makes a run of the model that closes the loop but for the numbers that are free, or of others.
func (u *unrolling) recurs(any term.Term, backs, assume []term.Term, free []bool) (*transition.Path, bool,
	error) {
	exact := !slices.Contains(free, true)
	for n := 1; ; n++ {
		p := u.path(backs)
		if exact || closesExactly(p) {
			return p, false, nil
		}
		ok, err := findSet(u.ctx, u.base, p, free, u.limits)
		if ok || err != nil {
			return p, false, err
		}
		if n == maxSets {
			return nil, true, nil
		}
		var other []term.Term
		for d, step := range p.Steps {
			other = append(other, u.st.Not(u.take[d][step.Transition]))
		}
		other = append(other, u.st.Not(backs[p.Loop.Back]), u.st.Not(any))
		if err := u.assert(u.st.Or(other...)); err != nil {
			return nil, false, err
		}
		switch u.solver.Check(u.ctx, assume...).Status {
		case smt.Unknown:
			return nil, false, u.ctx.Err()
		case smt.Unsat:
			return nil, true, nil
		}
	}
}

func (u *unrolling) limits(st *term.Store) (smt.Solver, error) {
	return native.New(st, native.Config{Conflicts: setConflicts}), nil
}

// closesExactly reports whether the last state of a path is that to which it goes back.
func closesExactly(p *transition.Path) bool {
	return slices.EqualFunc(p.States[p.Loop.Back], p.States[len(p.Steps)], term.Value.Equal)
}
