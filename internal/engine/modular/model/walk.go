package model

import (
	"errors"
	"slices"
	"strings"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// errRestart says that a location has become one where threads rest.
var errRestart = errors.New("restart")

// ended is the location of a thread that has ended, in place of one of its procedure.
const ended cfa.LocID = -1

// walker makes a template: it walks all paths of a procedure from where a thread rests.
type walker struct {
	x        *extractor
	template int
	proc     *cfa.Proc
	name     string
	single   bool
	live     []live.Set
	regs     map[cfa.RegID]bool // that occur
	cut      map[cfa.LocID]bool // where threads rest because local paths would have no end
	numbers  map[cfa.LocID]int
	todo     []cfa.LocID
	edges    []Edge
	accesses []Access
	paths    int // that have been taken from the present location
}

func (x *extractor) newWalker(template int, proc *cfa.Proc, single bool) (*walker, error) {
	alive, err := live.Registers(x.ctx, x.regs, x.prog, proc, analysis.WTO(proc))
	if err != nil {
		return nil, err
	}
	w := &walker{x: x, template: template, proc: proc, name: proc.Name, single: single, live: alive,
		regs: map[cfa.RegID]bool{}, cut: map[cfa.LocID]bool{}}
	if x.opt.Ids && !single {
		w.regs[x.prog.Self] = true
	}
	return w, nil
}

// walkAll makes the template.
func (w *walker) walkAll() (Template, error) {
	for {
		w.numbers, w.todo, w.edges, w.accesses = map[cfa.LocID]int{}, nil, nil, nil
		w.location(w.proc.Entry)
		err := error(nil)
		for n := 0; n < len(w.todo) && err == nil; n++ {
			if w.todo[n] == ended {
				continue
			}
			w.paths = 0
			err = w.walk(w.newPath(n), w.todo[n])
		}
		if err == nil {
			w.x.numEdges += len(w.edges)
			return w.made(), nil
		}
		if !errors.Is(err, errRestart) {
			return Template{}, err
		}
	}
}

// made is the template of what was walked.
func (w *walker) made() Template {
	t := Template{Name: w.name, Single: w.single, Edges: w.edges, Accesses: w.accesses}
	for _, l := range w.todo {
		loc := Location{Live: w.alive(l), Ended: l == ended}
		if l != ended {
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
	if l == ended {
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

// location numbers a location where threads rest.
func (w *walker) location(l cfa.LocID) int {
	if n, ok := w.numbers[l]; ok {
		return n
	}
	w.numbers[l] = len(w.todo)
	w.todo = append(w.todo, l)
	return w.numbers[l]
}

// walk follows all paths from loc to the end of the next step. A step that writes or creates a thread ends
// there: what the thread does next may stop it, and others see the write all the same. A step that only reads
// goes on to the next access, so that conditions on what was read are decided with it.
func (w *walker) walk(p *path, loc cfa.LocID) error {
	for {
		if err := w.x.ctx.Err(); err != nil {
			return err
		}
		if w.x.memory.changed {
			return nil // it is walked again
		}
		if p.atomic == 0 {
			known := w.cut[loc] || p.visible && p.seen[loc]
			if p.visible && p.writes() || len(p.edges) > 0 && known {
				return w.emit(p, loc)
			}
			if p.seen[loc] {
				w.cut[loc] = true
				return errRestart
			}
			p.seen[loc] = true
		}
		out := w.proc.Locs[loc].Out
		switch {
		case len(out) == 0:
			return nil
		case len(p.edges) > maxPath:
			p.fail(Unsupported, w.proc.Locs[loc].Pos, "a loop without a constant bound in an atomic section")
			return nil
		}
		if rest, err := w.rests(p, out); err != nil {
			return err
		} else if rest {
			return w.emit(p, loc)
		}
		if len(out) > 1 {
			return w.branch(p, out)
		}
		e := w.proc.Edges[out[0]]
		if on, err := w.edge(p, e); err != nil || !on {
			return err
		}
		loc = e.To
	}
}

// rests reports whether a path rests before what comes next, because it has made its access already.
func (w *walker) rests(p *path, out []int32) (bool, error) {
	if !p.visible || p.atomic > 0 {
		return false, nil
	}
	for _, k := range out {
		if another, err := w.another(p, w.proc.Edges[k]); another || err != nil {
			return another, err
		}
	}
	return false, nil
}

// another reports whether an edge has to begin another step.
func (w *walker) another(p *path, e *cfa.Edge) (bool, error) {
	switch e.Op.(type) {
	case cfa.AtomicBegin, cfa.Spawn, cfa.Join, cfa.Free:
		return true, nil
	case cfa.Alloc:
		return w.x.nodes != nil, nil
	case cfa.Load, cfa.Store:
	default:
		return false, nil
	}
	edges, accesses := len(w.edges), len(w.accesses)
	c := p.clone()
	c.visible = false
	_, err := w.edge(c, e)
	w.edges, w.accesses = w.edges[:edges], w.accesses[:accesses]
	return c.visible, err
}

// branch follows each way on.
func (w *walker) branch(p *path, out []int32) error {
	for _, k := range out {
		c, e := p.clone(), w.proc.Edges[k]
		on, err := w.edge(c, e)
		if err != nil {
			return err
		}
		if !on {
			continue
		}
		if w.paths++; w.paths > maxPaths {
			return unsupported(e.Pos, "more than %d paths through one step", maxPaths)
		}
		if err := w.walk(c, e.To); err != nil {
			return err
		}
	}
	return nil
}

// edge executes an edge; on reports whether the path goes on.
func (w *walker) edge(p *path, e *cfa.Edge) (on bool, err error) {
	how, err := p.exec(e)
	var no *UnsupportedError
	switch {
	case errors.As(err, &no):
		p.fail(Unsupported, no.Pos, no.What)
		return false, nil
	case err != nil:
		return false, err
	case w.x.st.IsFalse(p.cond):
		return false, nil
	case how == threadEnds && p.atomic > 0:
		p.fail(Unsupported, e.Pos, "the end of a thread in an atomic section")
		return false, nil
	case how == threadEnds && w.single && w.template > 0:
		return false, w.emit(p, ended)
	}
	return how == goesOn, nil
}

// emit makes a step of a path that rests at loc.
func (w *walker) emit(p *path, loc cfa.LocID) error {
	if w.x.numEdges+len(w.edges) > maxEdges {
		return unsupported(w.proc.Pos, "more than %d steps", maxEdges)
	}
	if p.pending != term.None {
		p.settle(p.edges[len(p.edges)-1])
		return nil
	}
	ed := Edge{From: p.from, To: w.location(loc), Guard: p.cond, Inputs: p.inputs, Spawn: p.spawn,
		Joins: p.joins, Updates: map[term.Term]term.Term{}}
	ed.Pos = w.place(p.edges)
	for r, v := range p.regs {
		if loc != ended && w.keeps(loc, r) && v != w.x.prog.Sym(r) {
			ed.Updates[w.x.prog.Sym(r)] = v
		}
	}
	for r, v := range p.marks {
		if sym := w.x.nodes.markOf(r); loc != ended && w.keeps(loc, r) && v != sym {
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
		switch e.Op.(type) {
		case cfa.Load, cfa.Store, cfa.AtomicBegin, cfa.Join, cfa.Spawn:
			if own {
				return e.Pos
			}
		}
	}
	if !first.IsValid() && len(path) > 0 {
		return path[0].Pos
	}
	return first
}
