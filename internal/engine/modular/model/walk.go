package model

import (
	"errors"
	"slices"
	"strings"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/internal/step/large"
	"whittle.dev/term"
)

// walker makes a template: it walks all paths of a procedure from where a thread rests.
type walker struct {
	x        *extractor
	template int
	proc     *cfa.Proc
	name     string
	single   bool
	live     []live.Set
	regs     map[cfa.RegID]bool // that occur
	large.Walker
	edges    []Edge
	accesses []Access
}

func (x *extractor) newWalker(template int, proc *cfa.Proc, single bool) (*walker, error) {
	alive, err := live.Registers(x.ctx, x.regs, x.prog, proc, analysis.WTO(proc))
	if err != nil {
		return nil, err
	}
	w := &walker{x: x, template: template, proc: proc, name: proc.Name, single: single, live: alive,
		regs: map[cfa.RegID]bool{}, Walker: large.Walker{Context: x.ctx, Proc: proc, MaxEdges: maxPath,
			MaxPaths: maxPaths, Stop: func() bool { return x.memory.changed }}} // it is walked again
	if x.opt.Ids && !single {
		w.regs[x.prog.Self] = true
	}
	return w, nil
}

// walkAll makes the template.
func (w *walker) walkAll() (Template, error) {
	begin := func() { w.edges, w.accesses = nil, nil }
	err := w.All(w.proc.Entry, begin, func(from int) large.Rules { return w.newPath(from) })
	if err != nil {
		return Template{}, err
	}
	w.x.numEdges += len(w.edges)
	return w.made(), nil
}

// made is the template of what was walked.
func (w *walker) made() Template {
	t := Template{Name: w.name, Single: w.single, Edges: w.edges, Accesses: w.accesses}
	for _, l := range w.Todo {
		loc := Location{Live: w.alive(l), Ended: l == large.Ended}
		if l != large.Ended {
			loc.Pos = w.proc.Locs[l].Pos
		}
		t.Locs = append(t.Locs, loc)
	}
	for i := range w.edges {
		from := &t.Locs[w.edges[i].From]
		from.Out = append(from.Out, i)
	}
	return t
}

// alive are the symbols of the locals that matter at a location.
func (w *walker) alive(l cfa.LocID) []term.Term {
	var out []term.Term
	if l == large.Ended {
		return nil
	}
	for r := range w.regs {
		if w.keeps(l, r) {
			out = append(out, w.x.prog.Sym(r))
			if m := w.x.nodes.markOf(r); m != term.None {
				out = append(out, m)
			}
		}
	}
	for _, c := range w.x.memory.cells {
		if c.owner == w.template {
			out = append(out, c.Sym)
		}
	}
	slices.Sort(out)
	return out
}

// keeps reports whether the value of a register is followed at a location.
func (w *walker) keeps(l cfa.LocID, r cfa.RegID) bool {
	reg := w.x.prog.Regs[r]
	return reg.Scope == cfa.Thread || w.live[l].Has(r) || w.x.opt.OldLocals && reg.Type != ""
}

// locals are the variables of the threads.
func (w *walker) locals() []Var {
	var out []Var
	for r := range w.regs {
		reg := w.x.prog.Regs[r]
		v := Var{Name: regName(reg), Sym: reg.Sym}
		if reg.Scope == cfa.Thread && r != w.x.prog.Self {
			v.Init = zero(w.x.st, reg.Sort)
		}
		out = append(out, v)
		if m := w.x.nodes.markOf(r); m != term.None {
			out = append(out, Var{Name: v.Name + "#region", Sym: m, Init: w.x.prog.Ptr(unmarked)})
		}
	}
	for _, c := range w.x.memory.cells {
		if c.owner == w.template {
			out = append(out, c.Var)
		}
	}
	slices.SortFunc(out, func(a, b Var) int { return int(a.Sym) - int(b.Sym) })
	return out
}

func regName(r cfa.Reg) string {
	if i := strings.LastIndex(r.Name, "::"); i >= 0 {
		return r.Name[i+2:]
	}
	return r.Name
}

func zero(st *term.Store, sort term.Sort) term.Term {
	if sort.IsBool() {
		return st.False()
	}
	return st.BV(sort.Width(), 0)
}

// Settled implements large.Rules. A step that writes or creates a thread ends there: what the thread does
// next may stop it, and others see the write all the same. A step that only reads goes on to the next
// access, so that conditions on what was read are decided with it.
func (p *path) Settled(loc cfa.LocID) bool { return p.Visible && (p.writes() || p.Passed(loc)) }

// Rests implements large.Rules: a path rests before what comes next if it has made its access already.
func (p *path) Rests(out []int32) (bool, error) {
	if !p.Visible || p.Atomic > 0 {
		return false, nil
	}
	for _, k := range out {
		if another, err := p.w.another(p, p.w.proc.Edges[k]); another || err != nil {
			return another, err
		}
	}
	return false, nil
}

// TooLong implements large.Rules.
func (p *path) TooLong(pos source.Pos) error {
	p.fail(Unsupported, pos, "a loop without a constant bound in an atomic section")
	return nil
}

// TooMany implements large.Rules.
func (*path) TooMany(pos source.Pos) error {
	return unsupported(pos, "more than %d paths through one step", maxPaths)
}

// Leave implements large.Rules.
func (p *path) Leave(err error) error {
	var no *UnsupportedError
	if !errors.As(err, &no) {
		return err
	}
	p.fail(Unsupported, no.Pos, no.What)
	return nil
}

// Ended implements large.Rules.
func (p *path) Ended(e *cfa.Edge) error {
	switch {
	case p.Atomic > 0:
		p.fail(Unsupported, e.Pos, "the end of a thread in an atomic section")
	case p.w.single && p.w.template > 0:
		return p.Emit(large.Ended)
	}
	return nil
}

// another reports whether an edge has to begin another step.
func (w *walker) another(p *path, e *cfa.Edge) (bool, error) {
	switch e.Op.(type) {
	case cfa.AtomicBegin, cfa.Spawn, cfa.Join, cfa.Free:
		return true, nil
	case cfa.Alloc:
		return w.x.nodes != nil, nil
	}
	if _, ok := step.BytesOf(w.x.prog, e.Op); !ok {
		return false, nil
	}
	edges, accesses := len(w.edges), len(w.accesses)
	c := p.clone()
	c.Visible = false
	_, err := w.Edge(c, e)
	w.edges, w.accesses = w.edges[:edges], w.accesses[:accesses]
	return c.Visible, err
}

// Emit implements large.Rules: it makes a step of a path that rests at loc.
func (p *path) Emit(loc cfa.LocID) error {
	w := p.w
	if w.x.numEdges+len(w.edges) > maxEdges {
		return unsupported(w.proc.Pos, "more than %d steps", maxEdges)
	}
	if p.pending != term.None {
		p.settle(p.Edges[len(p.Edges)-1])
		return nil
	}
	ed := Edge{From: p.from, To: w.Number(loc), Guard: p.Cond, Inputs: p.inputs, Spawn: p.spawn,
		Joins: p.joins, Updates: map[term.Term]term.Term{}}
	ed.Pos = w.place(p.Edges)
	for r, v := range p.Regs {
		if loc != large.Ended && w.keeps(loc, r) && v != w.x.prog.Sym(r) {
			ed.Updates[w.x.prog.Sym(r)] = v
		}
	}
	for r, v := range p.marks {
		if sym := w.x.nodes.markOf(r); loc != large.Ended && w.keeps(loc, r) && v != sym {
			w.regs[r] = true
			ed.Updates[sym] = v
		}
	}
	for sym, v := range p.mem {
		if v != sym {
			ed.Updates[sym] = v
		}
	}
	if ed.From == ed.To && len(ed.Updates) == 0 && ed.Spawn == nil {
		return nil // nothing happens: a loop that waits
	}
	w.edges = append(w.edges, ed)
	return nil
}

// place is where the program does what a path does: its first access there, or else its first edge.
func (w *walker) place(path []*cfa.Edge) source.Pos {
	var first source.Pos
	for _, e := range path {
		own := e.Pos.IsValid() && w.x.prog.Files.Name(e.Pos.File)[0] != '<'
		if own && !first.IsValid() {
			first = e.Pos
		}
		_, here := step.BytesOf(w.x.prog, e.Op)
		switch e.Op.(type) {
		case cfa.AtomicBegin, cfa.Join, cfa.Spawn:
			here = true
		}
		if here && own {
			return e.Pos
		}
	}
	if !first.IsValid() && len(path) > 0 {
		return path[0].Pos
	}
	return first
}
