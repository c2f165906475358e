package certificate

import (
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// races checks that no two accesses race which are the next steps of two threads.
func (c *checker) races() error {
	for v := range c.listed {
		first, second := c.Seats[v.A], c.Seats[v.B]
		for i := range c.Sys.Templates[first.Template].Accesses {
			a := &c.Sys.Templates[first.Template].Accesses[i]
			for j := range c.Sys.Templates[second.Template].Accesses {
				b := &c.Sys.Templates[second.Template].Accesses[j]
				if a.From != first.Loc || b.From != second.Loc || !a.Conflict(b) {
					continue
				}
				if err := c.race(v, a, b); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// race checks that two accesses do not race.
func (c *checker) race(v View, a, b *model.Access) error {
	sc := c.scene(v.Store, v.A, v.B)
	known, occurs := sc.before()
	if !occurs {
		return nil
	}
	at := []func(term.Term) term.Term{c.own(sc.names[0], 0, a), c.own(sc.names[1], 1, b)}
	moved := *a
	moved.Addr = at[0](a.Addr)
	known = append(known, at[0](a.Guard), at[0](a.About), at[1](b.Guard),
		c.Sys.Touch(&moved, b, at[1](b.Addr)))
	return c.implied(known, c.st.False(), "a race is not excluded")
}

// own gives a thread its own symbols for all in an access that is not shared.
func (c *checker) own(names map[term.Term]term.Term, thread int, a *model.Access) func(term.Term) term.Term {
	m := maps.Clone(names)
	for _, sym := range c.st.Symbols(a.Guard, a.About, a.Addr) {
		shared := slices.Contains(c.Sys.Rigid, sym) ||
			slices.ContainsFunc(c.Sys.Globals, func(v model.Var) bool { return v.Sym == sym })
		if m[sym] == term.None && !shared {
			m[sym] = c.st.Fresh(fmt.Sprintf("thread%d input", thread), c.st.Sort(sym))
		}
	}
	return c.apply(m)
}
