package pass

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// merge composes local steps: within each chain of edges without branches,
// assigned terms are substituted into what follows, assignments that become
// dead by this are dropped, and assumptions that follow each other are joined.
func merge(ctx context.Context, w *work) error {
	p := w.prog
	regs := w.regs()
	for _, proc := range p.Procs {
		contract(p, proc, func(e *cfa.Edge) bool { return isSkip(p, e) })
		live, err := live.Registers(ctx, regs, p, proc, analysis.WTO(proc))
		if err != nil {
			return err
		}
		edges := make([]*cfa.Edge, 0, len(proc.Edges))
		for _, way := range chains(proc) {
			if _, assigns := way[0].Op.(cfa.Assign); len(way) == 1 && !assigns {
				edges = append(edges, way[0])
				continue
			}
			m := &merger{w: w, proc: proc, regs: regs, pending: make(map[term.Term]term.Term)}
			end := way[len(way)-1].To
			for _, e := range way {
				m.step(e)
			}
			m.finish(way, live[end])
			edges = append(edges, m.connect(way[0].From, end)...)
		}
		proc.Edges = edges
		proc.Rebuild(nil)
		trim(proc)
		contract(p, proc, func(e *cfa.Edge) bool { return isSkip(p, e) })
	}
	return nil
}

// chains cuts the edges of a procedure into maximal sequences that are left
// and joined nowhere, in the order of their first edges.
func chains(proc *cfa.Proc) [][]*cfa.Edge {
	inner := func(l cfa.LocID) bool {
		return l != proc.Entry && len(proc.Locs[l].In) == 1 && len(proc.Locs[l].Out) == 1
	}
	var out [][]*cfa.Edge
	room := make([]*cfa.Edge, 0, len(proc.Edges))
	for _, e := range proc.Edges {
		if inner(e.From) {
			continue
		}
		n := len(room)
		room = append(room, e)
		for inner(e.To) {
			e = proc.Edges[proc.Locs[e.To].Out[0]]
			room = append(room, e)
		}
		out = append(out, room[n:len(room):len(room)])
	}
	return out
}

// merger rewrites one chain. Assignments wait in pending; their terms speak of the values that registers have
// at the end of out, where a pending register still has its old value. So an assignment is emitted before any
// edge that changes a register in its term. (Two of them never need each other's old value: what reads the
// old value of r came to pending after r.)
type merger struct {
	w       *work
	proc    *cfa.Proc
	regs    *cfa.RegIndex
	pending map[term.Term]term.Term // by the symbol of the register
	order   []*cfa.Edge             // the assignments that are pending, oldest first
	out     []*cfa.Edge
}

func (m *merger) step(e *cfa.Edge) {
	p := m.w.prog
	switch e.Op.(type) {
	case cfa.Call, cfa.Return:
		m.flushThread()
	}
	op := m.fitting(e.Op)
	switch op := op.(type) {
	case cfa.Assign:
		m.beforeSetting(op.Dst)
		m.forget(op.Dst)
		e.Op = op
		m.pending[p.Sym(op.Dst)] = op.Value
		m.order = append(m.order, e)
		return
	case cfa.Assume:
		if n := len(m.out); n > 0 {
			if last, ok := m.out[n-1].Op.(cfa.Assume); ok {
				both := p.Terms.And(last.Cond, op.Cond)
				if !m.tooBig(both) {
					m.out[n-1].Op = cfa.Assume{Cond: both}
					return
				}
			}
			if p.Terms.IsTrue(op.Cond) {
				return
			}
		}
	default:
		if r := cfa.Def(op); r != cfa.NoReg {
			m.beforeSetting(r)
			m.forget(r)
		}
	}
	if e.Sync != nil && e.Sync.Object != term.None {
		sync := *e.Sync
		sync.Object = p.Terms.Substitute(sync.Object, m.pending)
		e.Sync = &sync
	}
	e.Op = op
	m.out = append(m.out, e)
}

// fitting substitutes the pending assignments into an operation. Where that
// makes a term too large, the assignments that it needs are emitted first.
func (m *merger) fitting(op cfa.Op) cfa.Op {
	if len(m.pending) == 0 {
		return op
	}
	big := false
	sub := term.NewSubstituter(m.w.prog.Terms, m.pending)
	next := cfa.MapTerms(op, func(t term.Term) term.Term {
		u := sub.Apply(t)
		big = big || u != t && m.tooBig(u)
		return u
	})
	if !big {
		return next
	}
	m.regs.Uses(op, func(r cfa.RegID) { m.flush(r) })
	return op // it reads nothing that is pending any more
}

// tooBig reports whether a term has more operators than is allowed.
func (m *merger) tooBig(t term.Term) bool {
	n := 0
	for range m.w.prog.Terms.Subterms(t) {
		if n++; n > m.w.opt.maxTerm() {
			return true
		}
	}
	return false
}

// beforeSetting emits the pending assignments whose terms read r.
func (m *merger) beforeSetting(r cfa.RegID) {
	for _, e := range append([]*cfa.Edge(nil), m.order...) {
		a := e.Op.(cfa.Assign)
		if a.Dst == r {
			continue
		}
		for _, q := range m.regs.Of(a.Value) {
			if q == r {
				m.flush(a.Dst)
				break
			}
		}
	}
}

// forget drops the pending assignment of a register that is about to be set.
func (m *merger) forget(r cfa.RegID) {
	sym := m.w.prog.Sym(r)
	if _, ok := m.pending[sym]; !ok {
		return
	}
	delete(m.pending, sym)
	for i, e := range m.order {
		if e.Op.(cfa.Assign).Dst == r {
			m.order = append(m.order[:i:i], m.order[i+1:]...)
			return
		}
	}
}

// flush emits the pending assignment of a register, after those that read what the register held before.
func (m *merger) flush(r cfa.RegID) {
	if _, ok := m.pending[m.w.prog.Sym(r)]; !ok {
		return
	}
	m.beforeSetting(r)
	for _, e := range m.order {
		if a := e.Op.(cfa.Assign); a.Dst == r {
			m.forget(r)
			m.out = append(m.out, e)
			return
		}
	}
}

// flushThread emits what a called procedure, or the caller, may read.
func (m *merger) flushThread() {
	for _, e := range append([]*cfa.Edge(nil), m.order...) {
		if a := e.Op.(cfa.Assign); m.w.prog.Regs[a.Dst].Scope == cfa.Thread {
			m.flush(a.Dst)
		}
	}
}

// finish emits what is read after the chain. A chain that came to nothing keeps an edge that does nothing.
func (m *merger) finish(way []*cfa.Edge, live live.Set) {
	last := way[len(way)-1]
	if !cfa.Ends(last.Op) {
		for _, e := range append([]*cfa.Edge(nil), m.order...) {
			a := e.Op.(cfa.Assign)
			if m.w.prog.Regs[a.Dst].Scope == cfa.Thread || live.Has(a.Dst) {
				m.flush(a.Dst)
			}
		}
	}
	if len(m.out) == 0 {
		last.Op, last.Sync = cfa.Assume{Cond: m.w.prog.Terms.True()}, nil
		m.out = append(m.out, last)
	}
}

// connect lays the edges between the two ends of the chain.
func (m *merger) connect(from, to cfa.LocID) []*cfa.Edge {
	for i, e := range m.out {
		e.From = from
		from = to
		if i < len(m.out)-1 {
			from = m.proc.NewLoc(m.out[i+1].Pos)
		}
		e.To = from
	}
	return m.out
}
