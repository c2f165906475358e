package events

import (
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

// arrive brings a state to a location.
func (f *frame) arrive(loc cfa.LocID, st *state) {
	n := f.base + f.in.nest[loc]
	for len(st.progress) < n {
		// A path that enters a loop after its head has not been at the head
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
		conds[i] = u.regs.eval(f.proc.Edges[x].Op.(cfa.Assume).Cond, st)
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
			u.b.instance(Instance{Kind: ChoiceInstance, Origin: e.Origin, Guard: g})
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
