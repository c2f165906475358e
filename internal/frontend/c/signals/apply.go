package signals

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// apply adds points to a procedure.
func (s *signals) apply(p *cfa.Proc) {
	depth := sections(p)
	section := false // whether one of the sections matters
	var after []*cfa.Edge
	for _, e := range p.Edges {
		switch {
		case depth[e.From] > 0:
			_, calls := e.Op.(cfa.Call)
			section = section || calls || s.matters(p, e)
		case s.callsWhole(p, e):
			after = append(after, e)
		case !cfa.Ends(e.Op) && s.matters(p, e):
			after = append(after, e)
		}
	}
	if section {
		for _, e := range p.Edges {
			if _, ok := e.Op.(cfa.AtomicEnd); ok && depth[e.From] == 1 {
				after = append(after, e)
			}
		}
	}
	for _, e := range after {
		to := e.To
		e.To = p.NewLoc(e.Pos)
		s.arrives(p, e, e.To, to)
	}
	if s.begins(p) {
		entry := p.Entry
		p.Entry = p.NewLoc(p.Pos)
		s.arrives(p, nil, p.Entry, entry)
	}
	p.Rebuild(nil)
}

// callsWhole reports whether an edge calls a procedure that has steps that matter and in which no signal
// arrives. Where that is one of the program, which is called in a section elsewhere, it is not supported.
func (s *signals) callsWhole(from *cfa.Proc, e *cfa.Edge) bool {
	c, ok := e.Op.(cfa.Call)
	if !ok || c.Proc == cfa.NoProc || !s.isWhole(c.Proc) || !s.changes[c.Proc] {
		return false
	}
	if p := s.prog.Procs[c.Proc]; !p.Model {
		e.Op = cfa.Unsupported{What: "a handler of signals beside " + p.Name +
			", which is called in an atomic section elsewhere"}
		e.To = from.NewLoc(e.Pos)
		return false
	}
	return true
}

// arrives lets signals arrive at a location, from where it goes on at another one; after is the step before.
func (s *signals) arrives(p *cfa.Proc, after *cfa.Edge, at, to cfa.LocID) {
	pos, text := p.Pos, ""
	if after != nil {
		pos, text = after.Pos, after.Text
	}
	r := s.prog.NewReg(cfa.Reg{Name: p.Name + "::signal", Sort: term.Bool, Scope: cfa.Local, Proc: p.ID,
		Pos: pos})
	asked, comes := p.NewLoc(pos), p.NewLoc(pos)
	add := func(from, to cfa.LocID, op cfa.Op) {
		s.prog.NewEdge(p, from, to, op, pos).Text = text
	}
	add(at, asked, cfa.Havoc{Dst: r, What: "a signal arrives", Number: true})
	add(asked, to, cfa.Assume{Cond: s.ts.Not(s.prog.Sym(r))})
	add(asked, comes, cfa.Assume{Cond: s.prog.Sym(r)})
	add(comes, at, cfa.Call{Dst: cfa.NoReg, Proc: s.point.ID})
}

// begins reports whether threads may begin with a procedure, apart from the first thread.
func (s *signals) begins(p *cfa.Proc) bool {
	for _, q := range s.prog.Procs {
		for _, e := range q.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok && slices.Contains(s.prog.AnyCallees()(e), p.ID) {
				return true
			}
		}
	}
	return false
}

// sections says how many atomic sections are open at the places of a procedure.
func sections(p *cfa.Proc) map[cfa.LocID]int {
	depth := map[cfa.LocID]int{p.Entry: 0}
	work := []cfa.LocID{p.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range p.Locs[l].Out {
			e, d := p.Edges[i], depth[l]
			switch e.Op.(type) {
			case cfa.AtomicBegin:
				d++
			case cfa.AtomicEnd:
				d--
			}
			if _, ok := depth[e.To]; !ok {
				depth[e.To] = d
				work = append(work, e.To)
			}
		}
	}
	return depth
}
