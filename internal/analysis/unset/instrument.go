package unset

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// maxShadow is the size of the largest object whose shadow is set word by word where it begins.
const maxShadow = 4096

// instrumenter adds to a program what follows undefined bits.
type instrumenter struct {
	*Result
	p        *cfa.Program
	h        *shadows
	proc     *cfa.Proc
	depth    []int // of sections, by location
	threads  bool
	from     map[cfa.RegID]origins
	watched  map[pointsto.ObjID]bool // objects of which the shadow is read
	shaded   map[pointsto.ObjID]bool // those that have one
	polarity polarities
	missing  bool // some static object cannot have one
}

// Instrument returns a program that violates no-uninitialised-use where the program of the result, which is
// not changed, uses what was never written.
func (r *Result) Instrument(ctx context.Context) (*cfa.Program, error) {
	p := r.prog.Clone()
	x := &instrumenter{Result: r, p: p, h: &shadows{ts: p.Terms, regs: cfa.NewRegIndex(p), prog: p,
		own: map[cfa.RegID]cfa.RegID{}},
		watched: map[pointsto.ObjID]bool{}, shaded: map[pointsto.ObjID]bool{}}
	x.h.numbered = func(t term.Term) bool {
		if p.Terms.IsConst(t) || p.Terms.Sort(t).IsBool() {
			return false
		}
		return len(x.pts.Of(t).Refs) > 0
	}
	p.Behind = x.distance()
	x.findOrigins()
	x.plan()
	x.findPolarities()
	x.staticShadows()
	for i, proc := range p.Procs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.proc = proc
		x.depth = sectionDepths(proc)
		old := r.prog.Procs[i].Edges
		for k := range old {
			x.edge(old[k], proc.Edges[k])
		}
		x.begins()
		proc.Rebuild(nil)
	}
	p.Origins, p.NumEdges = 0, 0
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			e.ID = cfa.EdgeID(p.NumEdges)
			e.Origin = e.ID
			p.NumEdges++
		}
	}
	p.Terms.Freeze()
	return p, nil
}

// begins sets the shadows of registers that are read before they are set; in a program that is too large to
// be followed, it ends all executions.
func (x *instrumenter) begins() {
	first := x.proc.Locs[x.proc.Entry].Pos
	g := gap{x.proc.NewLoc(first), x.proc.Entry}
	x.depth = append(x.depth, 0)
	x.proc.Entry = g.from
	if x.refused {
		x.p.NewEdge(x.proc, g.from, x.proc.NewLoc(first), cfa.Unsupported{What: "so large a program",
			For: property.NoUninitialisedUse}, first)
		return
	}
	for _, r := range x.early[x.proc.ID] {
		if own, ok := x.h.own[r]; ok {
			sort := x.p.Regs[r].Sort
			x.add(&g, cfa.Assign{Dst: own, Value: x.h.all(sort, x.p.Terms.True())}, first)
			x.add(&g, cfa.Assign{Dst: r, Value: x.h.zero(sort)}, first)
		}
	}
	x.close(g, first)
}

// plan gives registers shadows, and finds the objects that need one.
func (x *instrumenter) plan() {
	for _, list := range x.early {
		for _, r := range list {
			x.shadow(r)
		}
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); ok {
				x.threads = true
			}
			if x.defs[e] != 0 {
				x.shadow(cfa.Def(e.Op))
			}
			if op, ok := e.Op.(cfa.Load); ok && x.loads[e] {
				for _, r := range x.pts.Of(op.Addr).Refs {
					x.watched[r.Obj], x.shaded[r.Obj] = true, true
				}
			}
		}
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			if op, ok := e.Op.(cfa.Store); ok && x.touches(op.Addr) {
				for _, r := range x.pts.Of(op.Addr).Refs {
					x.shaded[r.Obj] = true
				}
			}
		}
	}
}

// shadow gives a register a shadow.
func (x *instrumenter) shadow(r cfa.RegID) {
	if _, ok := x.h.own[r]; !ok {
		reg := x.p.Regs[r]
		x.h.own[r] = x.p.NewReg(cfa.Reg{Name: reg.Name + "?", Sort: reg.Sort, Scope: reg.Scope,
			Proc: reg.Proc})
	}
}

// touches reports whether an access may be to an object whose shadow is read.
func (x *instrumenter) touches(addr term.Term) bool {
	v := x.pts.Of(addr)
	return v.Unknown && len(x.watched) > 0 ||
		slices.ContainsFunc(v.Refs, func(r pointsto.Ref) bool { return x.watched[r.Obj] })
}

// distance is how far past a byte its shadow is. An object of the size is too large to have one.
func (x *instrumenter) distance() uint64 { return 1 << (x.p.OffsetBits - 2) }

// A gap is where steps are to be added, as in package leaks.
type gap struct{ from, to cfa.LocID }

func (x *instrumenter) before(e *cfa.Edge) gap {
	g := gap{e.From, x.proc.NewLoc(e.Pos)}
	x.depth = append(x.depth, x.depth[e.From])
	e.From = g.to
	return g
}

func (x *instrumenter) after(e *cfa.Edge) gap {
	g := gap{x.proc.NewLoc(e.Pos), e.To}
	x.depth = append(x.depth, x.depth[e.To])
	e.To = g.from
	return g
}

// add puts an operation at the beginning of a gap.
func (x *instrumenter) add(g *gap, op cfa.Op, pos source.Pos) {
	next := x.proc.NewLoc(pos)
	x.depth = append(x.depth, x.depth[g.from])
	x.p.NewEdge(x.proc, g.from, next, op, pos).Aside = true
	g.from = next
}

// close ends the steps in a gap.
func (x *instrumenter) close(g gap, pos source.Pos) {
	x.p.NewEdge(x.proc, g.from, g.to, cfa.Assume{Cond: x.p.Terms.True()}, pos).Aside = true
}

// check adds a violation where some of the shadows has a bit that is set.
func (x *instrumenter) check(g *gap, bad term.Term, what string, e *cfa.Edge) {
	ts := x.p.Terms
	if ts.IsFalse(bad) {
		return
	}
	at := x.proc.NewLoc(e.Pos)
	x.depth = append(x.depth, x.depth[g.from])
	x.found(g.from, at, bad, e)
	x.violate(at, what, e)
	x.add(g, cfa.Assume{Cond: ts.Not(bad)}, e.Pos)
}

// found adds a branch to where a violation is.
func (x *instrumenter) found(from, at cfa.LocID, bad term.Term, e *cfa.Edge) {
	f := x.p.NewEdge(x.proc, from, at, cfa.Assume{Cond: bad}, e.Pos)
	f.Text, f.Inside, f.Macro, f.Aside = e.Text, e.Inside, e.Macro, true
}

// violate ends executions that come to a location.
func (x *instrumenter) violate(at cfa.LocID, what string, e *cfa.Edge) {
	end := x.proc.NewLoc(e.Pos)
	x.depth = append(x.depth, x.depth[at])
	f := x.p.NewEdge(x.proc, at, end, cfa.Violation{Property: property.NoUninitialisedUse, Message: what},
		e.Pos)
	f.Text, f.Inside, f.Macro = e.Text, e.Inside, e.Macro
}

// refuse ends executions at what is not followed.
func (x *instrumenter) refuse(e *cfa.Edge, what string) {
	e.Op = cfa.Unsupported{What: what, For: property.NoUninitialisedUse}
	e.To = x.proc.NewLoc(e.Pos)
	x.depth = append(x.depth, 0)
}

// sectionDepths is how many sections are open at each location.
func sectionDepths(proc *cfa.Proc) []int {
	depth, seen := make([]int, len(proc.Locs)), make([]bool, len(proc.Locs))
	work := []cfa.LocID{proc.Entry}
	seen[proc.Entry] = true
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, k := range proc.Locs[l].Out {
			e := proc.Edges[k]
			d := depth[l]
			switch e.Op.(type) {
			case cfa.AtomicBegin:
				d++
			case cfa.AtomicEnd:
				d--
			}
			if !seen[e.To] {
				seen[e.To] = true
				depth[e.To] = d
				work = append(work, e.To)
			}
		}
	}
	return depth
}
