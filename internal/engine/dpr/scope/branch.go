package scope

import (
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Branch is a location that several Assume edges leave.
type Branch struct {
	// Meet is where the sides that may reach a target meet again; NoLoc: not before the procedure ends.
	Meet cfa.LocID
	// Scoped says that at least two sides may reach a target: only then do executions go on after it that
	// took different ones.
	Scoped bool
	// Edges are the sides. Binary says that there is one, or that the second has the negation of the
	// first's condition.
	Edges  []Side
	Binary bool
	// Repeats says that one activation of the procedure may come here again.
	Repeats bool
	// AllRelevant: a target may be reached from every side.
	AllRelevant bool
	// Sets are the registers that the sides may set and that are read after they meet.
	Sets []cfa.RegID
	// Stores are the places that the sides may store to or whose objects they may free; Anywhere: any.
	Stores   []pointsto.Ref
	Anywhere bool
}

// Side is one edge of a branch.
type Side struct {
	Edge *cfa.Edge
	// Relevant: a target may be reached from it; Violates: already before the sides meet.
	Relevant, Violates bool
}

// Violates reports whether a target lies on a side other than the one taken (nil: none was).
func (b *Branch) Violates(taken *cfa.Edge) bool {
	return slices.ContainsFunc(b.Edges, func(s Side) bool { return s.Violates && s.Edge != taken })
}

// Branch returns what is known of a location that several edges leave.
func (x *Info) Branch(p cfa.ProcID, l cfa.LocID) *Branch {
	d := &x.procs[p]
	b := d.branches[l]
	if b == nil {
		b = x.branch(d, l)
		d.branches[l] = b
	}
	return b
}

func (x *Info) branch(d *procedure, l cfa.LocID) *Branch {
	b := &Branch{Meet: NoLoc, Repeats: d.order.Head(l) != analysis.NoLoc}
	relevant := 0
	for _, i := range d.proc.Locs[l].Out {
		s := Side{Edge: d.proc.Edges[i]}
		if s.Relevant = d.relevant[s.Edge.To]; s.Relevant {
			relevant++
		}
		b.Edges = append(b.Edges, s)
	}
	b.AllRelevant = relevant == len(b.Edges)
	b.Binary = len(b.Edges) == 1 || len(b.Edges) == 2 && x.negates(b.Edges[0].Edge, b.Edges[1].Edge)
	if b.Scoped = relevant > 1; !b.Scoped {
		for i := range b.Edges {
			b.Edges[i].Violates = b.Edges[i].Relevant
		}
		return b
	}
	b.Meet = d.meet[l]
	var all touched
	for i := range b.Edges {
		if s := &b.Edges[i]; s.Relevant {
			var t touched
			s.Violates = x.side(d, s.Edge.To, b.Meet, &t)
			all.join(&t)
		}
	}
	slices.Sort(all.regs)
	for _, r := range slices.Compact(all.regs) {
		if x.Prog.Regs[r].Scope == cfa.Thread || b.Meet != NoLoc && d.live[b.Meet].Has(r) {
			b.Sets = append(b.Sets, r)
		}
	}
	b.Stores, b.Anywhere = all.places(), all.anywhere
	return b
}

// negates reports whether of two conditions one is the negation of the other.
func (x *Info) negates(a, b *cfa.Edge) bool {
	st, c, d := x.Prog.Terms, a.Op.(cfa.Assume).Cond, b.Op.(cfa.Assume).Cond
	return st.Op(c) == term.OpNot && st.Arg(c, 0) == d || st.Op(d) == term.OpNot && st.Arg(d, 0) == c
}

// side walks from a location to where the sides meet, collects what may be set, and reports whether a
// target is on the way.
func (x *Info) side(d *procedure, from, meet cfa.LocID, t *touched) bool {
	if from == meet {
		return false
	}
	violates := false
	d.walk++
	d.seen[from] = d.walk
	work := []cfa.LocID{from}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range d.proc.Locs[l].Out {
			e := d.proc.Edges[i]
			violates = violates || x.Target(e)
			x.touches(e, t)
			if _, ret := e.Op.(cfa.Return); ret && meet == NoLoc && d.returns {
				// What follows the return is met by all sides.
				continue
			}
			if e.To != meet && d.relevant[e.To] && d.seen[e.To] != d.walk {
				d.seen[e.To] = d.walk
				work = append(work, e.To)
			}
		}
	}
	return violates
}

// touched is what edges may change: registers and memory.
type touched struct {
	regs     []cfa.RegID
	refs     []pointsto.Ref
	anywhere bool
}

func (t *touched) join(u *touched) {
	t.regs = append(t.regs, u.regs...)
	t.refs = append(t.refs, u.refs...)
	t.anywhere = t.anywhere || u.anywhere
}

// places are the references without repetitions.
func (t *touched) places() []pointsto.Ref {
	var out []pointsto.Ref
	seen := map[pointsto.Ref]bool{}
	for _, r := range t.refs {
		if !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	return out
}

// touches adds what an edge may change.
func (x *Info) touches(e *cfa.Edge, t *touched) {
	if r := cfa.Def(e.Op); r != cfa.NoReg {
		t.regs = append(t.regs, r)
	}
	switch op := e.Op.(type) {
	case cfa.Store:
		t.points(x.Points.Of(op.Addr))
	case cfa.Free:
		t.points(x.Points.Of(op.Addr))
	case cfa.Call:
		t.join(&x.procs[op.Proc].touched)
	}
}

func (t *touched) points(v pointsto.Value) {
	t.anywhere = t.anywhere || v.Unknown
	t.refs = append(t.refs, v.Refs...)
}
