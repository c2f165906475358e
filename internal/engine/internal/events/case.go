package events

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Site is the n-th walk over an edge that reads memory or takes an input, counted from 0. Those in summaries
// do not count. Graphs with the same options, but for Options.Case, have the same sites up to that of the
// case.
type Site struct {
	Edge cfa.EdgeID
	Nth  int
}

// Case says which values what a site reads or takes has: Value, or, if Above is set, any greater one.
type Case struct {
	Site
	Value uint64
	Above bool
}

// sites counts the walks over edges.
type sites struct {
	g     *Graph
	s     *term.Store
	one   *Case
	walks map[cfa.EdgeID]int
	quiet int // summaries that are being made
}

// meet notes a symbol for what an edge reads or takes, and returns the value that it has in the case. It
// returns None where the path ends.
func (si *sites) meet(e *cfa.Edge, sym term.Term, st *state) term.Term {
	if si.quiet > 0 || !si.s.Sort(sym).IsBitVec() {
		return sym
	}
	at := Site{e.ID, si.walks[e.ID]}
	si.walks[e.ID]++
	si.g.Sites[sym] = at
	if si.one == nil || si.one.Site != at {
		return sym
	}
	v := si.s.BV(si.s.Sort(sym).Width(), si.one.Value)
	cond := si.s.Eq(sym, v)
	if si.one.Above {
		cond, v = si.s.BVUlt(v, sym), sym
	}
	g, ok := si.g.Guards.And(st.guard, cond)
	if !ok {
		return term.None
	}
	st.guard = g
	return v
}
