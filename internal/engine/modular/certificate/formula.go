package certificate

import (
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// scene is several threads before a step of the last of them, each with locals of its own.
type scene struct {
	c     *checker
	store int
	seats []int
	names []map[term.Term]term.Term // by thread: its locals
}

// scene makes a scene of threads at a store.
func (c *checker) scene(store int, seats ...int) *scene {
	s := &scene{c: c, store: store, seats: seats}
	for i, seat := range seats {
		s.names = append(s.names, c.locals(c.Seats[seat].Template, i))
	}
	return s
}

// locals are the symbols of the locals of a thread in a scene.
func (c *checker) locals(template, thread int) map[term.Term]term.Term {
	k := [2]int{template, thread}
	if c.named[k] == nil {
		m := map[term.Term]term.Term{}
		for _, v := range c.Sys.Templates[template].Locals {
			m[v.Sym] = c.st.Fresh(fmt.Sprintf("thread%d %s", thread, v.Name), c.st.Sort(v.Sym))
		}
		c.named[k] = m
	}
	return c.named[k]
}

// values is the conjunction of equations.
func (c *checker) values(v map[term.Term]term.Term, at func(term.Term) term.Term) []term.Term {
	var out []term.Term
	for _, sym := range slices.Sorted(maps.Keys(v)) {
		out = append(out, c.st.Eq(at(sym), v[sym]))
	}
	return out
}

func (c *checker) apply(m map[term.Term]term.Term) func(term.Term) term.Term {
	return term.NewSubstituter(c.st, m).Apply
}

// before is what is known before the step: the control state and the lemmas of all views of the threads.
// occurs is false if one of these does not occur.
func (s *scene) before() (known []term.Term, occurs bool) {
	c := s.c
	known = append(slices.Clone(c.Sys.Assume),
		c.values(c.Stores[s.store], func(sym term.Term) term.Term { return sym })...)
	at := make([][2]int, len(s.seats))
	for i, a := range s.seats {
		at[i] = [2]int{c.Seats[a].Template, c.Seats[a].Loc}
	}
	of := func(thread int, local term.Term) term.Term { return c.apply(s.names[thread])(local) }
	known = append(known, c.Sys.Counted(of, at...)...)
	for i := range c.Sys.Counters {
		if c.alone(&c.Sys.Counters[i], s.store, s.seats) {
			known = append(known, c.Sys.Exactly(i, of, at...))
		}
	}
	known = append(known, c.Sys.Distinct(s.present()...)...)
	for i, a := range s.seats {
		mine := c.apply(s.names[i])
		known = append(known, c.values(c.Seats[a].Values, mine)...)
		lemma, ok := c.Lemmas[view(s.store, a, -1)]
		if !ok {
			return nil, false
		}
		for _, t := range lemma {
			known = append(known, mine(t))
		}
		for j := range i {
			if c.K < 2 {
				break
			}
			lemma, ok := c.Lemmas[view(s.store, s.seats[j], a)]
			if !ok {
				return nil, false
			}
			if s.seats[j] <= a {
				known = append(known, s.two(lemma, s.names[j], s.names[i])...)
			}
			if a <= s.seats[j] {
				known = append(known, s.two(lemma, s.names[i], s.names[j])...)
			}
		}
	}
	return known, true
}

// alone reports whether no thread counts for a counter beside some threads: at each place that does, it
// would be a pair with one of them that is not listed, or a view that does not occur.
func (c *checker) alone(n *model.Counter, store int, seats []int) bool {
	return !slices.ContainsFunc(c.near[Control{store, seats[0]}], func(x int) bool {
		at := c.Seats[x]
		_, occurs := c.Lemmas[view(store, x, -1)]
		for _, s := range seats {
			occurs = occurs && c.listed[view(store, s, x)]
			if _, both := c.Lemmas[view(store, s, x)]; c.K > 1 {
				occurs = occurs && both
			}
		}
		return occurs && n.Weight[at.Template][at.Loc] > 0
	})
}

// present are the threads of a scene.
func (s *scene) present() []model.Present {
	out := make([]model.Present, len(s.seats))
	for i, seat := range s.seats {
		at := s.c.Seats[seat]
		out[i] = model.Present{Template: at.Template, Loc: at.Loc, ID: s.names[i][s.c.Sys.Self]}
	}
	return out
}

// takes is what is known of a step of the last thread: its guard, and what ids it tells of.
func (s *scene) takes(e *model.Edge) []term.Term {
	last := len(s.seats) - 1
	mine := s.c.apply(s.names[last])
	return append([]term.Term{mine(e.Guard)}, s.c.Sys.Apart(e, last, mine, s.present()...)...)
}

// two is a lemma about two threads, with their locals.
func (s *scene) two(lemma []term.Term, first, second map[term.Term]term.Term) []term.Term {
	m := maps.Clone(first)
	for sym, v := range second {
		m[s.c.Second(sym)] = v
	}
	apply := s.c.apply(m)
	out := make([]term.Term, len(lemma))
	for i, t := range lemma {
		out[i] = apply(t)
	}
	return out
}

// states are the values of what is shared and of the locals of threads after a step.
type states struct {
	shared map[term.Term]term.Term
	of     []map[term.Term]term.Term // by thread of the scene
	child  map[term.Term]term.Term
}

// after is the state after the step of the last thread.
func (s *scene) after(e *model.Edge) states {
	c := s.c
	last := len(s.seats) - 1
	mine := c.apply(s.names[last])
	out := states{shared: map[term.Term]term.Term{}, of: slices.Clone(s.names)}
	for _, v := range c.Sys.Globals {
		if t, ok := e.Updates[v.Sym]; ok {
			out.shared[v.Sym] = mine(t)
		}
	}
	moved := map[term.Term]term.Term{}
	for sym, old := range s.names[last] {
		moved[sym] = old
		if t, ok := e.Updates[sym]; ok {
			moved[sym] = mine(t)
		}
	}
	out.of[last] = moved
	if e.Spawn != nil {
		out.child = map[term.Term]term.Term{}
		fresh := c.locals(e.Spawn.Template, 9)
		for _, v := range c.Sys.Templates[e.Spawn.Template].Locals {
			t, given := e.Spawn.Args[v.Sym]
			switch {
			case given:
				out.child[v.Sym] = mine(t)
			case v.Init != term.None:
				out.child[v.Sym] = v.Init
			default:
				out.child[v.Sym] = fresh[v.Sym]
			}
		}
	}
	return out
}

// one is that a thread is at a seat after a step, with the lemma of its view.
func (c *checker) one(st states, store, seat int, locals map[term.Term]term.Term) term.Term {
	lemma, ok := c.Lemmas[view(store, seat, -1)]
	if !ok {
		return c.st.False()
	}
	m := map[term.Term]term.Term{}
	maps.Copy(m, st.shared)
	maps.Copy(m, locals)
	at := c.apply(m)
	all := append(c.values(c.Stores[store], at), c.values(c.Seats[seat].Values, at)...)
	for _, t := range lemma {
		all = append(all, at(t))
	}
	return c.st.And(all...)
}

// pair is the lemma of a view of two threads after a step.
func (c *checker) pair(st states, store, a, b int, x, y map[term.Term]term.Term) term.Term {
	lemma, ok := c.Lemmas[view(store, a, b)]
	if !ok {
		return c.st.False()
	}
	var all []term.Term
	put := func(first, second map[term.Term]term.Term) {
		m := maps.Clone(st.shared)
		maps.Copy(m, first)
		for sym, v := range second {
			m[c.Second(sym)] = v
		}
		at := c.apply(m)
		for _, t := range lemma {
			all = append(all, at(t))
		}
	}
	if a <= b {
		put(x, y)
	}
	if b <= a {
		put(y, x)
	}
	return c.st.And(all...)
}
