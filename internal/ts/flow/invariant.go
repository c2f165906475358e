package flow

import "whittle.dev/term"

// An invariant of the graph has a formula for each of its locations. One of the system needs one for each
// state, so also for the locations that were bypassed or dropped:
//
//	a location that was bypassed     each edge from it leads to where it leads with the invariant there:
//	                                 guard => invariant[next], and no edge to a goal is possible. The edges
//	                                 have no inputs, so this needs no quantifier
//	one that reaches no goal         true
//	one that is not reached          false

// remainder is what became of a location.
type remainder struct {
	at   term.Term
	kept int // its number in the graph; -1: it is not there
	outs []*Edge
	// bypassed: outs are the edges from it to locations, by their first numbers. Otherwise, if it is not
	// kept, free says that no goal can be reached from it.
	bypassed, free bool
}

// Invariant is an invariant of the system: a formula over its variables made of one for each location. at
// has an invariant for each location of the graph.
func (g *Graph) Invariant(at []term.Term) term.Term {
	st := g.Sys.Terms
	known := make([]term.Term, len(g.all))
	var find func(l int) term.Term
	find = func(l int) term.Term {
		r := &g.all[l]
		if known[l] != term.None {
			return known[l]
		}
		switch {
		case r.kept >= 0:
			known[l] = at[r.kept]
		case r.bypassed:
			known[l] = st.And(g.after(r, find)...)
		default:
			known[l] = st.Bool(r.free)
		}
		return known[l]
	}
	var out []term.Term
	for l := range g.all {
		out = append(out, st.And(g.all[l].at, find(l)))
	}
	return st.Or(out...)
}

// after are the conditions that each edge from a bypassed location leads to the invariant.
func (g *Graph) after(r *remainder, find func(int) term.Term) []term.Term {
	st := g.Sys.Terms
	var out []term.Term
	for _, e := range r.outs {
		then := st.False()
		if e.To != Goal {
			m := make(map[term.Term]term.Term, len(e.Next))
			for v, t := range e.Next {
				m[g.Sys.Vars[v].Sym] = t
			}
			then = st.Substitute(find(e.To), m)
		}
		out = append(out, st.Implies(e.Guard, then))
	}
	return out
}
