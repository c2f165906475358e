package pass

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// addEdge adds an edge that stems from another one: at most one edge for each execution of that one, since
// executions of an origin are counted. Local steps that come on top are added by addLocal.
func addEdge(p *cfa.Program, proc *cfa.Proc, from, to cfa.LocID, op cfa.Op, like *cfa.Edge) *cfa.Edge {
	e := p.NewEdge(proc, from, to, op, like.Pos)
	e.Origin, e.Text = like.Origin, like.Text
	if _, begin := op.(cfa.AtomicBegin); begin {
		e.Sync = like.Sync
	}
	return e
}

// addLocal adds an assignment or assumption that stems from no edge. Place and text are those of like.
func addLocal(p *cfa.Program, proc *cfa.Proc, from, to cfa.LocID, op cfa.Op, like *cfa.Edge) *cfa.Edge {
	e := addEdge(p, proc, from, to, op, like)
	e.Origin = cfa.NoEdge
	return e
}

// isSkip reports whether an edge that is the only one out of its location does nothing.
func isSkip(p *cfa.Program, e *cfa.Edge) bool {
	a, ok := e.Op.(cfa.Assume)
	return ok && p.Terms.IsTrue(a.Cond)
}

// contract removes the edges for which drop is true by joining their ends; each of them must be the only edge
// out of its source. A cycle of such edges keeps one, as an assumption of true, because a thread may stay
// there forever. Edges that nothing reaches are removed and locations are renumbered. The result is false if
// nothing has changed.
func contract(p *cfa.Program, proc *cfa.Proc, drop func(*cfa.Edge) bool) (changed bool) {
	var gone []*cfa.Edge // by source
	for l, loc := range proc.Locs {
		if len(loc.Out) == 1 {
			if e := proc.Edges[loc.Out[0]]; drop(e) {
				if gone == nil {
					gone = make([]*cfa.Edge, len(proc.Locs))
				}
				gone[l] = e
			}
		}
	}
	if gone == nil {
		return trim(proc)
	}
	// state is 1 while a location is on the way of the present walk and 2 when its target is final.
	target, state := make([]cfa.LocID, len(proc.Locs)), make([]byte, len(proc.Locs))
	for l := range proc.Locs {
		var way []cfa.LocID
		at := cfa.LocID(l)
		for state[at] == 0 && gone[at] != nil {
			state[at] = 1
			way = append(way, at)
			at = gone[at].To
		}
		switch {
		case state[at] == 1: // the walk has closed a cycle
			gone[at].Op = cfa.Assume{Cond: p.Terms.True()}
			gone[at] = nil
			state[at], target[at] = 2, at
		case state[at] == 0:
			state[at], target[at] = 2, at
		}
		end := target[at]
		for _, w := range way {
			if gone[w] != nil {
				state[w], target[w] = 2, end
			}
		}
	}
	proc.Entry = target[proc.Entry]
	for _, e := range proc.Edges {
		e.To = target[e.To]
	}
	proc.Rebuild(func(e *cfa.Edge) bool { return gone[e.From] == nil })
	trim(proc)
	return true
}

// trim removes what the entry does not reach and renumbers the locations. The result is false if nothing has
// changed.
func trim(proc *cfa.Proc) (changed bool) {
	room := make([]cfa.LocID, 2*len(proc.Locs))
	number, order := room[:len(proc.Locs)], room[len(proc.Locs):len(proc.Locs)]
	for i := range number {
		number[i] = -1
	}
	reach := func(l cfa.LocID) {
		if number[l] < 0 {
			number[l] = 0
			order = append(order, l)
		}
	}
	reach(proc.Entry)
	for i := 0; i < len(order); i++ {
		for _, e := range proc.Locs[order[i]].Out {
			reach(proc.Edges[e].To)
		}
	}
	if len(order) == len(proc.Locs) {
		return false
	}
	locs := make([]cfa.Loc, 0, len(order))
	for l := range proc.Locs {
		if number[l] >= 0 {
			number[l] = cfa.LocID(len(locs))
			locs = append(locs, proc.Locs[l])
		}
	}
	edges := make([]*cfa.Edge, 0, len(proc.Edges))
	for _, e := range proc.Edges {
		if number[e.From] >= 0 {
			e.From, e.To = number[e.From], number[e.To]
			edges = append(edges, e)
		}
	}
	proc.Entry = number[proc.Entry]
	proc.Locs, proc.Edges = locs, edges
	proc.Rebuild(nil)
	return true
}

// closeEnds gives locations that have lost all outgoing edges, and are no end
// of a path, an assumption that never holds: executions that come there stop.
func closeEnds(p *cfa.Program, proc *cfa.Proc) {
	last := make([]*cfa.Edge, len(proc.Locs)) // an edge that goes on to here
	for _, e := range proc.Edges {
		if !cfa.Ends(e.Op) {
			last[e.To] = e
		}
	}
	for l := range last {
		if last[l] == nil || len(proc.Locs[l].Out) > 0 {
			continue
		}
		stop := proc.NewLoc(source.Pos{})
		like := last[l]
		addLocal(p, proc, cfa.LocID(l), stop, cfa.Assume{Cond: p.Terms.False()}, like)
		end := addEdge(p, proc, stop, proc.NewLoc(source.Pos{}),
			cfa.UB{What: "behind an assumption that never holds"}, like)
		end.Origin = max(end.Origin, 0) // never executed
	}
}

// setBody replaces the body of a procedure that is never entered by one edge.
func setBody(p *cfa.Program, proc *cfa.Proc, op cfa.Op, like *cfa.Edge) {
	proc.Edges, proc.Locs = nil, nil
	proc.Entry = proc.NewLoc(proc.Pos)
	e := addEdge(p, proc, proc.Entry, proc.NewLoc(proc.Pos), op, like)
	e.Origin = max(e.Origin, 0)
}
