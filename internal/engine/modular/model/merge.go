package model

import (
	"maps"
	"slices"

	"whittle.dev/term"
)

// A step that may as well be made later, as far as others can tell, is made one with each step that follows
// it: a thread that has made it and not gone on might as well not have made it, and one that goes on might
// have waited until then. What is left of a section under a lock is one step, in which the lock is taken and
// given back. (R. J. Lipton, "Reduction: a method of proving properties of parallel programs", CACM 1975;
// only the first half of it, in which what moves is what comes before.)

const (
	maxMerged  = 40  // steps that take the place of those to and from one location
	maxMerging = 400 // steps of a template that is merged further
)

// Merge makes one step of two where the first is one of the movers, and reports whether there were any: of a
// location to which movers alone lead nothing is left. No ids may be followed, as a creation has to keep the
// input that is its id, and no accesses listed that may race, which are those of the steps as they were.
func (s *System) Merge(movers map[*Edge]bool) (merged bool) {
	for i := range s.Templates {
		m := merger{s: s, t: &s.Templates[i], moves: map[int]bool{}}
		for k := range m.t.Edges {
			m.edges = append(m.edges, m.t.Edges[k])
			m.moves[k] = movers[&m.t.Edges[k]]
		}
		for again := true; again; {
			again = false
			for l := 1; l < len(m.t.Locs); l++ { // at 0 threads begin
				again = m.remove(l) || again
			}
			merged = merged || again
		}
		m.finish()
	}
	return merged
}

// merger merges the steps of a template.
type merger struct {
	s     *System
	t     *Template
	edges []Edge
	moves map[int]bool // by index of edges
}

// remove puts steps in place of those to and from a location, unless there are too many, or threads have to
// rest there.
func (m *merger) remove(loc int) bool {
	var to, from []int
	for k, e := range m.edges {
		switch {
		case e.From == loc && e.To == loc && e.Kind == Step:
			return false
		case e.From == loc:
			from = append(from, k)
		case e.To == loc && !m.moves[k]:
			return false
		case e.To == loc:
			to = append(to, k)
		}
	}
	if len(to) == 0 || len(from) == 0 || len(to)*len(from) > maxMerged || len(m.edges) > maxMerging {
		return false
	}
	edges, moves := []Edge{}, map[int]bool{}
	put := func(e Edge, mover bool) {
		moves[len(edges)] = mover
		edges = append(edges, e)
	}
	for k, e := range m.edges {
		switch {
		case e.From == loc:
		case e.To != loc || e.Kind != Step:
			put(e, m.moves[k])
		default:
			for _, next := range from {
				if both := m.both(e, m.edges[next]); !m.s.Terms.IsFalse(both.Guard) {
					put(both, m.moves[next])
				}
			}
		}
	}
	m.edges, m.moves = edges, moves
	return true
}

// both is a step with the one after it.
func (m *merger) both(a, b Edge) Edge {
	st := m.s.Terms
	inputs := map[term.Term]term.Term{} // of the second step, which may have those of the first
	out := Edge{Kind: b.Kind, From: a.From, To: b.To, Inputs: slices.Clone(a.Inputs), Pos: a.Pos,
		What: b.What}
	for _, sym := range b.Inputs {
		fresh := sym
		if slices.Contains(a.Inputs, sym) {
			fresh = st.Fresh("input", st.Sort(sym))
			inputs[sym] = fresh
		}
		out.Inputs = append(out.Inputs, fresh)
	}
	if b.Kind != Step {
		out.To, out.Pos = a.From, b.Pos
	}
	with := maps.Clone(a.Updates)
	if with == nil {
		with = inputs
	} else {
		maps.Copy(with, inputs)
	}
	sub := term.NewSubstituter(st, with)
	out.Guard = st.And(a.Guard, sub.Apply(b.Guard))
	for _, t := range b.Joins {
		out.Joins = append(out.Joins, sub.Apply(t))
	}
	if b.Spawn != nil {
		sp := *b.Spawn
		sp.Args = map[term.Term]term.Term{}
		for sym, t := range b.Spawn.Args {
			sp.Args[sym] = sub.Apply(t)
		}
		out.Spawn = &sp
	}
	if b.Kind != Step {
		return out
	}
	out.Updates = map[term.Term]term.Term{}
	for sym, t := range a.Updates {
		if _, again := b.Updates[sym]; !again && m.kept(sym, b.To) {
			out.Updates[sym] = t
		}
	}
	for sym, t := range b.Updates {
		if t = sub.Apply(t); t != sym {
			out.Updates[sym] = t
		}
	}
	return out
}

// kept reports whether a variable matters at a location.
func (m *merger) kept(sym term.Term, loc int) bool {
	local := slices.ContainsFunc(m.t.Locals, func(v Var) bool { return v.Sym == sym })
	return !local || slices.Contains(m.t.Locs[loc].Live, sym)
}

// finish makes the template of the steps that are left.
func (m *merger) finish() {
	m.t.Edges = m.edges
	for l := range m.t.Locs {
		m.t.Locs[l].Out = nil
	}
	for k, e := range m.edges {
		m.t.Locs[e.From].Out = append(m.t.Locs[e.From].Out, k)
	}
}
