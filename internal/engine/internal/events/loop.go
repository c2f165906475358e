package events

import (
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// loopCount counts the edges walked in loops whose iterations do not count against their bounds.
type loopCount struct {
	constant int // exits follow from constants, see Options.MaxConst
	counted  int // see Options.MaxCounted
}

// loop is a component of the weak topological order that is being unrolled.
type loop struct {
	inside map[cfa.LocID]bool
	// decided is set when an exit was refused by a constant in this iteration;
	// counted if that followed from the values of registers.
	decided, counted bool
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
	bounded, counted, rounds := 0, 0, 0
	st := f.take(e.Loc)
	if st != nil && u.opts.Summarise[bound] {
		if ok, err := f.summarise(e, st); ok || err != nil {
			return err
		}
	}
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
		if constant && u.walked.constant < u.opts.MaxConst {
			u.walked.constant += u.g.Steps - steps
			continue
		}
		if lp.counted && u.s.IsTrue(progress) && u.walked.counted < u.opts.MaxCounted &&
			counted < maxCountedIterations {
			counted++
			u.walked.counted += u.g.Steps - steps
			continue
		}
		if bounded++; bounded >= u.opts.bound(bound) {
			goal := u.b.goal(BoundGoal, st, nil, -1, fmt.Sprintf("loop in %s", f.proc.Name))
			goal.Pos, goal.Bounds = f.proc.Locs[e.Loc].Pos, []BoundID{bound}
			return nil
		}
	}
}

// maxCountedIterations bounds the iterations of one loop for Options.MaxCounted: the
// paths that leave the loop are merged one by one, which takes longer with each.
const maxCountedIterations = 2000

// collect lists the locations of a component.
func collect(e *analysis.Component, into map[cfa.LocID]bool) {
	into[e.Loc] = true
	for i := range e.Body {
		collect(&e.Body[i], into)
	}
}

// changed is the condition that a live register has another value than at the start of the iteration.
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

// tick counts an edge that is walked.
func (u *unroller) tick() error {
	u.g.Steps++
	if u.b.bounded && u.opts.MaxCounted > 0 {
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
