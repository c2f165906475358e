package model

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Threads have ids: each knows its own one, which is an input of the step that creates it. At any time those
// of two threads that have not ended differ. (They may be given again after an end; that the numbers of a
// program are never given again is not used.) A step that joins an id is made when no thread that has not
// ended has it.
//
// A thread of which there are several is no longer there after its end, and at the latest when it is joined:
// what holds for any number of threads holds for those that are left. Of one that is created once, two ghost
// cells tell what has become of it, so that others know of its end without it.
//
// A join waits at the place where it stands, and is a step of its own. A thread ends together with its last
// step: others can tell by joins alone, and those that come later go on all the same.

// Life is what has become of the only thread of a template: its state, one of Unborn, Alive and Ended, and
// its id since it was created.
type Life struct {
	Template  int
	State, ID term.Term
}

// The states of a Life.
const (
	Unborn = iota
	Alive
	Ended
)

// stateBits is the width of the state of a Life.
const stateBits = 2

// State is a state as a term.
func (s *System) State(state uint64) term.Term { return s.Terms.BV(stateBits, state) }

// join waits for a thread.
func (p *path) join(op cfa.Join) {
	p.any(op.Dst)
	x := p.w.x
	if !x.opt.Ids {
		return
	}
	p.Visible = true
	if id := p.Apply(op.Thread); x.st.Sort(id) == term.BitVec(x.prog.PtrWidth) {
		p.joins = append(slices.Clip(p.joins), id)
	}
}

// identify gives the thread that the path creates an id, which a register holds.
func (p *path) identify(dst cfa.RegID) {
	x := p.w.x
	if !x.opt.Ids {
		return
	}
	if dst != cfa.NoReg && x.prog.Regs[dst].Sort == term.BitVec(x.prog.PtrWidth) {
		p.spawn.ID = p.Regs[dst]
	} else {
		p.spawn.ID = p.input(term.BitVec(x.prog.PtrWidth))
	}
	if x.walkers[p.spawn.Template].regs[x.prog.Self] {
		p.spawn.Args[x.prog.Sym(x.prog.Self)] = p.spawn.ID
	}
}

// follow adds the lives of threads, and candidates that compare ids.
func (x *extractor) follow() {
	x.sys.Self = x.prog.Sym(x.prog.Self)
	for i, w := range x.walkers {
		if w.single && i > 0 {
			x.live(i)
		}
	}
	held := x.holders()
	for i := range x.sys.Templates {
		t := &x.sys.Templates[i]
		known := make([]term.Term, 0, len(x.sys.Lives)+1)
		for _, l := range x.sys.Lives {
			known = append(known, l.ID)
		}
		if slices.ContainsFunc(t.Locals, func(v Var) bool { return v.Sym == x.sys.Self }) {
			known = append(known, x.sys.Self)
			t.Hints = append(t.Hints, x.st.Eq(x.sys.Self, x.prog.Ptr(0)))
		}
		for _, v := range slices.Concat(x.sys.Globals, t.Locals) {
			for _, id := range known {
				if held[v.Sym] && v.Sym != id {
					t.Hints = append(t.Hints, x.st.Eq(id, v.Sym))
				}
			}
		}
	}
}

// live adds the life of the thread of a template.
func (x *extractor) live(template int) {
	name := x.walkers[template].name
	l := Life{template, x.st.Fresh(name+"#life", term.BitVec(stateBits)),
		x.st.Fresh(name+"#id", term.BitVec(x.prog.PtrWidth))}
	x.sys.Lives = append(x.sys.Lives, l)
	x.sys.Globals = append(x.sys.Globals, Var{name + "#life", l.State, x.sys.State(Unborn)},
		Var{name + "#id", l.ID, term.None})
	for i := range x.sys.Templates {
		for k := range x.sys.Templates[i].Edges {
			e := &x.sys.Templates[i].Edges[k]
			if state := x.sys.Becomes(&l, i, e); state != term.None {
				e.Updates[l.State] = state
			}
			if e.Spawn != nil && e.Spawn.Template == template {
				e.Updates[l.ID] = e.Spawn.ID
			}
			for _, id := range e.Joins {
				waits := x.st.And(x.st.Eq(l.State, x.sys.State(Alive)), x.st.Eq(l.ID, id))
				e.Guard = x.st.And(e.Guard, x.st.Not(waits))
			}
		}
	}
}

// Becomes is the state of a life after an edge of a template that changes it; None if it does not.
func (s *System) Becomes(l *Life, template int, e *Edge) term.Term {
	switch {
	case e.Kind != Step:
	case e.Spawn != nil && e.Spawn.Template == l.Template:
		return s.State(Alive)
	case template == l.Template && s.Templates[template].Locs[e.To].Ended:
		return s.State(Ended)
	}
	return term.None
}

// holders are the variables that may hold the id of a thread, by being assigned it or each other.
func (x *extractor) holders() map[term.Term]bool {
	held := map[term.Term]bool{}
	for changed := true; changed; {
		changed = false
		for i := range x.sys.Templates {
			for _, e := range x.sys.Templates[i].Edges {
				for sym, v := range e.Updates {
					if !held[sym] && (held[v] || e.Spawn != nil && v == e.Spawn.ID) {
						held[sym], changed = true, true
					}
				}
			}
		}
	}
	return held
}

// JoinsKnown reports whether a step joins what may be the id of a thread.
func (s *System) JoinsKnown() bool {
	return slices.ContainsFunc(s.Templates, func(t Template) bool {
		return slices.ContainsFunc(t.Edges, func(e Edge) bool {
			known := func(id term.Term) bool { return !slices.Contains(e.Inputs, id) }
			return slices.ContainsFunc(e.Joins, known)
		})
	})
}

// Present is a thread at a location of a template, with the term that stands for its id.
type Present struct {
	Template, Loc int
	ID            term.Term
}

// identified reports whether the id of a thread is followed, and it has not ended.
func (s *System) identified(t Present) bool {
	return s.Self != term.None && slices.Contains(s.Templates[t.Template].Locs[t.Loc].Live, s.Self)
}

// Distinct says that the ids of several threads differ.
func (s *System) Distinct(threads ...Present) []term.Term {
	var out []term.Term
	for i, a := range threads {
		for _, b := range threads[:i] {
			if s.identified(a) && s.identified(b) {
				out = append(out, s.Terms.Not(s.Terms.Eq(a.ID, b.ID)))
			}
		}
	}
	return out
}

// Apart says what a step of one of several threads tells of the ids of the others: none of them has that of a
// thread that the step has joined, or of one that it creates. at computes terms of the step over the state
// before.
func (s *System) Apart(e *Edge, mover int, at func(term.Term) term.Term, threads ...Present) []term.Term {
	var out []term.Term
	for i, t := range threads {
		if !s.identified(t) {
			continue
		}
		for _, id := range e.Joins {
			if i != mover {
				out = append(out, s.Terms.Not(s.Terms.Eq(at(id), t.ID)))
			}
		}
		if e.Spawn != nil && e.Spawn.ID != term.None {
			out = append(out, s.Terms.Not(s.Terms.Eq(at(e.Spawn.ID), t.ID)))
		}
	}
	return out
}
