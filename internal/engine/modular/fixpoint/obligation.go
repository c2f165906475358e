package fixpoint

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/table"
	"whittle.dev/term"
)

// child stands for the thread that a step creates among those of a target.
const child = -1

// obligation is a step of one of several threads at a store, and a view after it: its lemma has to hold.
type obligation struct {
	store int
	seats []int // of the threads that take part; at most one more than a view has
	mover int   // which of them makes the step
	move  *table.Move
	// target is the view after the step, and of which threads it consists: indices of seats, or child.
	target  *node
	members []int
	body    []*node // the views of the threads before the step
	queued  bool
}

// makeObligations makes all obligations of a table, unless there are too many.
func (f *fixpoint) makeObligations() error {
	for g := range f.t.Stores {
		for _, s := range f.t.Ones(g) {
			moves := f.moves(g, s)
			near := f.t.Near(g, s)
			for i := range moves {
				m := &moves[i]
				f.add(obligation{store: g, seats: []int{s}, move: m, members: []int{0}})
				if m.Child >= 0 {
					f.add(obligation{store: g, seats: []int{s}, move: m, members: []int{child}})
					f.add(obligation{store: g, seats: []int{s}, move: m, members: []int{0, child}})
				}
				for _, v := range near {
					f.beside(g, s, v, m)
				}
				if len(f.obligations) > maxObligations {
					return ErrTooMany
				}
				if err := f.ctx.Err(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// beside adds the obligations of a step while another thread is there.
func (f *fixpoint) beside(g, s, v int, m *table.Move) {
	changes := m.Store != g || f.writes[m.Edge]
	if changes {
		f.add(obligation{store: g, seats: []int{v, s}, mover: 1, move: m, members: []int{0}})
	}
	if f.k < 2 {
		return
	}
	f.add(obligation{store: g, seats: []int{v, s}, mover: 1, move: m, members: []int{0, 1}})
	if m.Child >= 0 {
		f.add(obligation{store: g, seats: []int{v, s}, mover: 1, move: m, members: []int{0, child}})
	}
	if !changes {
		return
	}
	for _, w := range f.t.Near(g, v) {
		if w >= v && f.near(g, s, w) {
			f.add(obligation{store: g, seats: []int{v, w, s}, mover: 2, move: m, members: []int{0, 1}})
		}
	}
}

// near reports whether two threads may have two seats.
func (f *fixpoint) near(g, a, b int) bool {
	for _, x := range f.t.Near(g, a) {
		if x == b {
			return true
		}
	}
	return false
}

// add completes an obligation: the views before the step, and the one after it.
func (f *fixpoint) add(o obligation) {
	if len(o.members) > f.k {
		return
	}
	for i, s := range o.seats {
		o.body = append(o.body, f.view(o.store, s, -1))
		for j := range i {
			if f.k > 1 {
				o.body = append(o.body, f.view(o.store, o.seats[j], s))
			}
		}
	}
	after := make([]int, 0, 2)
	for _, m := range o.members {
		switch {
		case m == child:
			after = append(after, o.move.Child)
		case m == o.mover:
			after = append(after, o.move.Seat)
		default:
			after = append(after, o.seats[m])
		}
	}
	if len(after) == 1 {
		o.target = f.view(o.move.Store, after[0], -1)
	} else {
		if after[0] > after[1] { // as in the view
			after[0], after[1] = after[1], after[0]
			o.members = []int{o.members[1], o.members[0]}
		}
		o.target = f.view(o.move.Store, after[0], after[1])
	}
	ob := &o
	for _, n := range slices.Concat(o.body, f.counted(o.store, o.seats)) {
		n.users = append(n.users, ob)
	}
	f.obligations = append(f.obligations, ob)
}

// always is what is known of threads at some seats of a store without their lemmas.
func (f *fixpoint) always(store int, seats ...int) *facts {
	k := newFacts(f.st)
	at := make([][2]int, len(seats))
	for i, s := range seats {
		at[i] = [2]int{f.t.Seats[s].Template, f.t.Seats[s].Loc}
	}
	of := func(thread int, local term.Term) term.Term {
		seat := seats[thread]
		return f.copies.Of(f.t.At(store, seat).Apply(local), f.t.Seats[seat].Template, thread)
	}
	for _, t := range slices.Concat(f.t.Sys.Assume, f.t.Sys.Counted(of, at...),
		f.t.Sys.Distinct(f.present(seats)...)) {
		k.put(t, source{})
	}
	for i := range f.t.Sys.Counters {
		if len(seats) > 0 && f.alone(&f.t.Sys.Counters[i], store, seats) {
			k.put(f.t.Sys.Exactly(i, of, at...), source{})
		}
	}
	return k
}

// present are the threads at some seats.
func (f *fixpoint) present(seats []int) []model.Present {
	out := make([]model.Present, len(seats))
	for i, s := range seats {
		out[i] = model.Present{Template: f.t.Seats[s].Template, Loc: f.t.Seats[s].Loc}
		if f.t.Sys.Self != term.None {
			out[i].ID = f.copies.Sym(f.t.Sys.Self, i)
		}
	}
	return out
}

// before is what is known before a step: the lemmas of the views, and the guard.
func (f *fixpoint) before(o *obligation) *facts {
	k := f.always(o.store, o.seats...)
	for i, s := range o.seats {
		n := f.view(o.store, s, -1)
		for _, a := range n.atoms {
			k.put(f.copies.Of(a, f.t.Seats[s].Template, i), source{n, a})
		}
		for j := range i {
			if f.k < 2 {
				continue
			}
			n := f.view(o.store, o.seats[j], s)
			if n.seats[0] == s {
				f.instance(n, i, j, k)
			}
			if n.seats[1] == s {
				f.instance(n, j, i, k)
			}
		}
	}
	mover := o.seats[o.mover]
	k.put(f.copies.Of(o.move.Guard, f.t.Seats[mover].Template, o.mover), source{})
	at := f.t.At(o.store, mover)
	mine := func(t term.Term) term.Term {
		return f.copies.Of(at.Apply(t), f.t.Seats[mover].Template, o.mover)
	}
	for _, t := range f.t.Sys.Apart(o.move.Edge, o.mover, mine, f.present(o.seats)...) {
		k.put(t, source{})
	}
	return k
}

// instance adds the lemma of a view of two threads about the threads a and b.
func (f *fixpoint) instance(n *node, a, b int, k *facts) {
	m := map[term.Term]term.Term{}
	for pos, thread := range [2]int{a, b} {
		for _, v := range f.t.Sys.Templates[f.t.Seats[n.seats[pos]].Template].Locals {
			m[f.copies.Sym(v.Sym, pos)] = f.copies.Sym(v.Sym, thread)
		}
	}
	sub := term.NewSubstituter(f.st, m)
	for _, t := range n.atoms {
		k.put(sub.Apply(t), source{n, t})
	}
}

// afters computes terms over the target after a step as terms over the threads before it: two threads at the
// same seat may be either of the two.
func (f *fixpoint) afters(o *obligation) []*term.Substituter {
	out := []*term.Substituter{f.after(o, o.members)}
	if len(o.members) == 2 && o.target.seats[0] == o.target.seats[1] {
		out = append(out, f.after(o, []int{o.members[1], o.members[0]}))
	}
	return out
}

// after computes terms over the view after a step as terms over the threads before it.
func (f *fixpoint) after(o *obligation, members []int) *term.Substituter {
	e := o.move.Edge
	seat := f.t.Seats[o.seats[o.mover]]
	at := f.t.At(o.store, o.seats[o.mover])
	mine := func(t term.Term) term.Term { return f.copies.Of(at.Apply(t), seat.Template, o.mover) }
	m := map[term.Term]term.Term{}
	for sym, v := range f.t.Stores[o.store] {
		m[sym] = v
	}
	for _, v := range f.t.Sys.Globals {
		if t, ok := e.Updates[v.Sym]; ok {
			m[v.Sym] = mine(t)
		}
	}
	for pos, thread := range members {
		tmpl := 0
		if thread == child {
			tmpl = e.Spawn.Template
		} else {
			tmpl = f.t.Seats[o.seats[thread]].Template
		}
		for _, v := range f.t.Sys.Templates[tmpl].Locals {
			sym := f.copies.Sym(v.Sym, pos)
			switch {
			case thread == child:
				m[sym] = f.born(e.Spawn, v, mine)
			case thread == o.mover:
				if t, ok := e.Updates[v.Sym]; ok {
					m[sym] = mine(t)
				} else {
					m[sym] = mine(v.Sym)
				}
			default:
				m[sym] = f.copies.Of(f.t.At(o.store, o.seats[thread]).Apply(v.Sym), tmpl, thread)
			}
		}
	}
	return term.NewSubstituter(f.st, m)
}

// born is the value of a local of a thread that is created; a value that is not known is a symbol of its
// own.
func (f *fixpoint) born(sp *model.Spawn, v model.Var, mine func(term.Term) term.Term) term.Term {
	if t, ok := sp.Args[v.Sym]; ok {
		return mine(t)
	}
	if v.Init != term.None {
		return v.Init
	}
	return f.copies.Sym(v.Sym, 9)
}
