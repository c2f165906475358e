package standstill

import (
	"slices"

	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// graph is a procedure before it is changed.
type graph struct {
	edges []step
	out   [][]int // by location
	depth []int   // open atomic sections at a location; -1: it is not reached
	heads []cfa.LocID
}

type step struct {
	op       cfa.Op
	from, to cfa.LocID
	pos      source.Pos
}

// places lets threads choose to stand still in a procedure.
func (x *maker) places(c *cfa.Proc, alive []live.Set) {
	g := newGraph(c)
	choices := map[cfa.LocID][]func(*writer){}
	for _, l := range g.heads {
		if region := g.loop(l); g.depth[l] == 0 && region != nil {
			choices[l] = append(choices[l], func(w *writer) { x.round(w, g, l, region, alive[l]) })
		}
	}
	for _, s := range g.edges {
		l := s.from
		switch op := s.op.(type) {
		case cfa.Join:
			choices[l] = append(choices[l], func(w *writer) {
				x.stand(w)
				flag := w.load(x.flag(op.Thread))
				w.emit(cfa.Assume{Cond: x.q.Terms.Eq(flag, x.q.Terms.BV(64, 0))})
				x.show(w)
			})
		case cfa.AtomicBegin:
			if g.depth[l] == 0 {
				choices[l] = append(choices[l], func(w *writer) { x.disabled(w, g, l) })
			}
		}
	}
	for l := range g.out {
		x.choose(c, cfa.LocID(l), choices[cfa.LocID(l)])
	}
}

// choose puts choices beside what leaves a location.
func (x *maker) choose(c *cfa.Proc, l cfa.LocID, choices []func(*writer)) {
	if len(choices) == 0 {
		return
	}
	pos := c.Locs[l].Pos
	rest := c.NewLoc(pos)
	for _, e := range c.Edges {
		if e.From == l {
			e.From, pos = rest, e.Pos
		}
	}
	yes := cfa.Assume{Cond: x.q.Terms.True()}
	x.q.NewEdge(c, l, rest, yes, pos)
	for _, choice := range choices {
		w := &writer{x: x, c: c, at: l, pos: pos}
		w.emit(yes)
		choice(w)
	}
}

// stand has a thread stand still, and wait until all others do. An atomic section is open then.
func (x *maker) stand(w *writer) {
	w.section(func() { w.add(x.still, 1) })
	w.emit(cfa.AtomicBegin{})
	still, running := w.load(x.still), w.load(x.running)
	w.emit(cfa.Await{Cond: x.q.Terms.Eq(still, running)})
}

// show ends the section and the thread, and fails if it was the last one.
func (x *maker) show(w *writer) {
	shown, running := w.add(x.shown, 1), w.load(x.running)
	all := x.q.Terms.Eq(shown, running)
	last := &writer{x: x, c: w.c, at: w.at, pos: w.pos}
	last.emit(cfa.Assume{Cond: all})
	last.emit(cfa.Violation{Property: property.UnreachCall, Message: "all threads that are left wait"})
	w.emit(cfa.Assume{Cond: x.q.Terms.Not(all)})
	w.emit(cfa.AtomicEnd{})
	w.emit(cfa.Exit{Kind: cfa.ExitThread, Value: term.None})
}

// round has a thread stand still at the head of a loop, and go round once more.
func (x *maker) round(w *writer, g *graph, head cfa.LocID, region map[cfa.LocID]bool, alive live.Set) {
	st := x.q.Terms
	kept, same := map[cfa.RegID]bool{}, st.True()
	for _, s := range g.edges {
		r := cfa.Def(s.op)
		if !region[s.from] || !region[s.to] || !cfa.IsQuiet(s.op) || r == cfa.NoReg || kept[r] ||
			x.q.Regs[r].Scope != cfa.Thread && !alive.Has(r) {
			continue
		}
		kept[r] = true
		snap := x.q.NewReg(cfa.Reg{Name: "before", Sort: x.q.Regs[r].Sort, Proc: w.c.ID})
		w.emit(cfa.Assign{Dst: snap, Value: x.q.Sym(r)})
		same = st.And(same, st.Eq(x.q.Sym(snap), x.q.Sym(r)))
	}
	x.stand(w)
	back := w.c.NewLoc(w.pos)
	x.copy(w, g, head, func(s step) (op cfa.Op, to cfa.LocID, ok bool) {
		if !region[s.to] || !cfa.IsQuiet(s.op) {
			return nil, 0, false
		}
		if s.to == head {
			return s.op, back, true
		}
		return s.op, -1, true
	})
	w.at = back
	w.emit(cfa.Assume{Cond: same})
	x.show(w)
}

// disabled has a thread stand still before a section that begins with a condition.
func (x *maker) disabled(w *writer, g *graph, l cfa.LocID) {
	x.stand(w)
	end := w.c.NewLoc(w.pos)
	x.copy(w, g, l, func(s step) (op cfa.Op, to cfa.LocID, ok bool) {
		switch o := s.op.(type) {
		case cfa.Await:
			return cfa.Assume{Cond: x.q.Terms.Not(o.Cond)}, end, true
		case cfa.AtomicEnd:
			return nil, 0, false // it is not disabled on this way
		case cfa.AtomicBegin:
			return cfa.Assume{Cond: x.q.Terms.True()}, -1, true
		}
		return s.op, -1, cfa.IsQuiet(s.op)
	})
	w.at = end
	x.show(w)
}

// copy copies what can be reached from a location. what says, of each step, what becomes of it and where it
// leads to; -1: to the copy of where it led to.
func (x *maker) copy(w *writer, g *graph, from cfa.LocID,
	what func(step) (cfa.Op, cfa.LocID, bool)) {
	copies := map[cfa.LocID]cfa.LocID{from: w.at}
	for work := []cfa.LocID{from}; len(work) > 0; {
		l := work[0]
		work = work[1:]
		for _, i := range g.out[l] {
			s := g.edges[i]
			op, to, ok := what(s)
			if !ok {
				continue
			}
			if to < 0 {
				known := false
				if to, known = copies[s.to]; !known {
					to = w.c.NewLoc(s.pos)
					copies[s.to] = to
					work = append(work, s.to)
				}
			}
			x.q.NewEdge(w.c, copies[l], to, op, s.pos)
		}
	}
}

func newGraph(c *cfa.Proc) *graph {
	g := &graph{out: make([][]int, len(c.Locs)), depth: make([]int, len(c.Locs))}
	for i, e := range c.Edges {
		g.edges = append(g.edges, step{e.Op, e.From, e.To, e.Pos})
		g.out[e.From] = append(g.out[e.From], i)
	}
	for l := range g.depth {
		g.depth[l] = -1
	}
	type visit struct {
		loc  cfa.LocID
		next int
	}
	open := map[cfa.LocID]bool{c.Entry: true}
	g.depth[c.Entry] = 0
	for stack := []visit{{c.Entry, 0}}; len(stack) > 0; {
		v := &stack[len(stack)-1]
		if v.next == len(g.out[v.loc]) {
			open[v.loc] = false
			stack = stack[:len(stack)-1]
			continue
		}
		s := g.edges[g.out[v.loc][v.next]]
		v.next++
		switch {
		case open[s.to] && !slices.Contains(g.heads, s.to):
			g.heads = append(g.heads, s.to)
		case g.depth[s.to] < 0:
			d := g.depth[s.from]
			switch s.op.(type) {
			case cfa.AtomicBegin:
				d++
			case cfa.AtomicEnd:
				d--
			}
			g.depth[s.to], open[s.to] = max(d, 0), true
			stack = append(stack, visit{s.to, 0})
		}
	}
	return g
}

// loop is the part of a procedure from which a head is reached again by steps that only look, and that it
// leads to; nil: there is none.
func (g *graph) loop(head cfa.LocID) map[cfa.LocID]bool {
	into := map[cfa.LocID][]cfa.LocID{}
	for _, s := range g.edges {
		if cfa.IsQuiet(s.op) {
			into[s.to] = append(into[s.to], s.from)
		}
	}
	reach := func(next func(cfa.LocID) []cfa.LocID) map[cfa.LocID]bool {
		seen := map[cfa.LocID]bool{head: true}
		for work := []cfa.LocID{head}; len(work) > 0; {
			l := work[0]
			work = work[1:]
			for _, k := range next(l) {
				if !seen[k] {
					seen[k] = true
					work = append(work, k)
				}
			}
		}
		return seen
	}
	back := reach(func(l cfa.LocID) []cfa.LocID { return into[l] })
	region := reach(func(l cfa.LocID) (out []cfa.LocID) {
		for _, i := range g.out[l] {
			if s := g.edges[i]; cfa.IsQuiet(s.op) && back[s.to] {
				out = append(out, s.to)
			}
		}
		return out
	})
	for _, i := range g.out[head] {
		if s := g.edges[i]; cfa.IsQuiet(s.op) && region[s.to] {
			return region
		}
	}
	return nil
}
