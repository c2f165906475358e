package events

import (
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// frame is one activation of a procedure that is being walked.
type frame struct {
	u       *unroller
	proc    *cfa.Proc
	in      *procInfo
	base    int      // loops around the call, in all callers
	pending []*state // by location: the merged state of the paths that arrived
	loops   []*loop  // around the element that is being walked
	result  *state   // merged at the returns
	value   term.Term
}

// loop is a component of the weak topological order that is being unrolled.
type loop struct {
	inside map[cfa.LocID]bool
	// decided is set when an exit was refused by a constant in this iteration;
	// counted if that followed from the values of registers.
	decided, counted bool
}

// arrive brings a state to a location.
func (f *frame) arrive(loc cfa.LocID, st *state) {
	n := f.base + f.in.nest[loc]
	for len(st.progress) < n {
		// A path that enters a loop behind its head has not been at the head
		// yet, so its way there is no repetition. Heads start anew anyway.
		st.progress = append(st.progress, f.u.s.True())
	}
	st.progress = st.progress[:n]
	if f.pending[loc] == nil {
		f.pending[loc] = st
		return
	}
	f.u.merge(f.pending[loc], st, f.in.live[loc], f.in.locals)
}

func (f *frame) take(loc cfa.LocID) *state {
	st := f.pending[loc]
	f.pending[loc] = nil
	return st
}

func (f *frame) elements(es []analysis.Component) error {
	for i := range es {
		e := &es[i]
		if e.Loop {
			if err := f.loop(e); err != nil {
				return err
			}
			continue
		}
		if st := f.take(e.Loc); st != nil {
			if err := f.leave(e.Loc, st); err != nil {
				return err
			}
		}
	}
	return nil
}

// loop unrolls a component: its head, its body, and again from the head while
// a path comes back to it and the bound allows.
func (f *frame) loop(e *analysis.Component) error {
	u := f.u
	lp := &loop{inside: map[cfa.LocID]bool{}}
	collect(e, lp.inside)
	f.loops = append(f.loops, lp)
	defer func() { f.loops = f.loops[:len(f.loops)-1] }()
	level := f.base + f.in.nest[e.Loc] - 1 // index of this loop in state.progress

	bound := BoundID{Kind: LoopBound, Proc: f.proc.ID, Head: e.Loc}
	counted, ahead, rounds := 0, 0, 0
	st := f.take(e.Loc)
	for ; ; rounds++ {
		u.g.unrolled(bound, rounds)
		var before *state
		steps := u.g.Steps
		lp.decided, lp.counted = false, false
		if st != nil {
			st.progress[level] = u.s.False()
			before = &state{guard: st.guard, sec: st.sec, locals: slices.Clone(st.locals),
				shared: slices.Clone(st.shared)}
			if err := f.leave(e.Loc, st); err != nil {
				return err
			}
		}
		if err := f.elements(e.Body); err != nil {
			return err
		}
		st = f.take(e.Loc)
		if st == nil {
			return nil
		}
		if before == nil {
			// The loop was entered in its middle only.
			continue
		}
		progress := u.s.Or(st.progress[level], f.changed(e.Loc, before, st))
		if st.sec != before.sec {
			// Without the iteration two sections would be one.
			progress = u.s.True()
		}
		constant := st.guard == before.guard && lp.decided && u.s.IsTrue(progress)
		if u.opts.Spin {
			g, ok := u.g.Guards.And(st.guard, progress)
			if !ok {
				return nil
			}
			st.guard = g
		}
		if constant && u.consts < u.opts.MaxConst {
			u.consts += u.g.Steps - steps
			continue
		}
		if lp.counted && u.s.IsTrue(progress) && u.ahead < u.opts.MaxCounted && ahead < maxAheadIterations {
			ahead++
			u.ahead += u.g.Steps - steps
			continue
		}
		if counted++; counted >= u.opts.bound(bound) {
			goal := u.goal(BoundGoal, st, nil, -1, fmt.Sprintf("loop in %s", f.proc.Name))
			goal.Pos, goal.Bounds = f.proc.Locs[e.Loc].Pos, []BoundID{bound}
			return nil
		}
	}
}

// maxAheadIterations bounds the iterations of one loop for Options.MaxCounted: the
// paths that leave the loop are merged one by one, which takes longer with each.
const maxAheadIterations = 2000

func collect(e *analysis.Component, into map[cfa.LocID]bool) {
	into[e.Loc] = true
	for i := range e.Body {
		collect(&e.Body[i], into)
	}
}

// changed is the condition that a live register has another value than at the
// start of the iteration.
func (f *frame) changed(loc cfa.LocID, before, after *state) term.Term {
	u := f.u
	diff := u.s.False()
	compare := func(x, y term.Term) {
		switch {
		case x == y:
		case x == term.None || y == term.None:
			diff = u.s.True()
		default:
			diff = u.s.Or(diff, u.s.Not(u.s.Eq(x, y)))
		}
	}
	for i, x := range before.locals {
		if f.in.live[loc].Has(f.in.locals[i]) {
			compare(x, after.locals[i])
		}
	}
	for i, x := range before.shared {
		compare(x, after.shared[i])
	}
	return diff
}

// leave takes a state over the edges that leave a location.
func (f *frame) leave(loc cfa.LocID, st *state) error {
	out := f.proc.Locs[loc].Out
	if len(out) == 0 {
		return nil
	}
	edges := f.proc.Edges
	if _, ok := edges[out[0]].Op.(cfa.Assume); ok {
		return f.branch(out, st)
	}
	e := edges[out[0]]
	if err := f.u.tick(); err != nil {
		return err
	}
	next, err := f.step(e, st)
	if err != nil || next == nil {
		return err
	}
	f.arrive(e.To, next)
	return nil
}

// branch takes a state over Assume edges. Where conditions are not known to
// exclude each other a free choice is made.
func (f *frame) branch(out []int32, st *state) error {
	u := f.u
	conds := make([]term.Term, len(out))
	for i, x := range out {
		if err := u.tick(); err != nil {
			return err
		}
		conds[i] = u.eval(f.proc.Edges[x].Op.(cfa.Assume).Cond, st)
	}
	exclusive := true
	for i := range conds {
		for j := range i {
			exclusive = exclusive && u.exclude(conds[i], conds[j])
		}
	}
	if !exclusive {
		conds = u.exclusiveChoice(conds)
	}
	last := -1
	for i, c := range conds {
		if u.s.IsFalse(c) {
			for _, lp := range f.loops {
				if !lp.inside[f.proc.Edges[out[i]].To] {
					lp.decided = true
					lp.counted = lp.counted || !u.s.IsConst(f.proc.Edges[out[i]].Op.(cfa.Assume).Cond)
				}
			}
			continue
		}
		last = i
	}
	for i, c := range conds {
		g, ok := u.g.Guards.And(st.guard, c)
		if !ok {
			continue
		}
		next := st
		if i != last {
			next = st.fork()
		}
		next.guard = g
		e := f.proc.Edges[out[i]]
		if !exclusive {
			u.instance(Instance{Kind: ChoiceInstance, Origin: e.Origin, Guard: g})
		}
		f.arrive(e.To, next)
	}
	return nil
}

// exclusiveChoice returns conditions of which at most one is true: each true
// condition may be chosen, by free symbols.
func (u *unroller) exclusiveChoice(conds []term.Term) []term.Term {
	out := make([]term.Term, len(conds))
	taken := u.s.False()
	for i, c := range conds {
		if !u.s.IsFalse(c) {
			c = u.s.And(c, u.s.Not(taken), u.s.Fresh("choice", term.Bool))
			taken = u.s.Or(taken, c)
		}
		out[i] = c
	}
	return out
}

// exclude reports whether two conditions are known not to hold together.
func (u *unroller) exclude(a, b term.Term) bool {
	if u.s.IsFalse(u.s.And(a, b)) {
		return true
	}
	if u.s.Op(a) == term.OpEq && u.s.Op(b) == term.OpEq {
		for i := range 2 {
			for j := range 2 {
				x, y := u.s.Arg(a, 1-i), u.s.Arg(b, 1-j)
				if u.s.Arg(a, i) == u.s.Arg(b, j) && u.s.IsConst(x) && u.s.IsConst(y) && x != y {
					return true
				}
			}
		}
	}
	return false
}

func (u *unroller) tick() error {
	u.g.Steps++
	if u.bounded && u.opts.MaxCounted > 0 {
		return ErrBound
	}
	if u.g.Steps%1024 == 0 {
		if u.opts.Work != nil {
			u.opts.Work(1024)
		}
		if err := u.ctx.Err(); err != nil {
			return err
		}
	}
	if u.opts.MaxSteps > 0 && u.g.Steps > u.opts.MaxSteps {
		return ErrTooLarge
	}
	return nil
}
