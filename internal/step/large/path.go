package large

import (
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// Path is what a thread has done since it rested.
type Path struct {
	Program *cfa.Program
	Terms   *term.Store // a fork of the program's, in which all terms are
	Index   *cfa.RegIndex
	// Began is what a register held where the path began, of the register's sort.
	Began func(cfa.RegID) term.Term
	// Regs are the registers that were set.
	Regs map[cfa.RegID]term.Term
	// Cond is the condition, on the state where the path began and inputs, under which it is taken.
	Cond  term.Term
	Edges []*cfa.Edge
	// Atomic is how many atomic sections are open.
	Atomic int
	// Visible says that other threads could tell that the path was taken, or influence it.
	Visible bool
	seen    map[cfa.LocID]bool // passed outside of sections
}

// New returns the path that has no edge yet.
func New(p *cfa.Program, st *term.Store, index *cfa.RegIndex, began func(cfa.RegID) term.Term) Path {
	return Path{Program: p, Terms: st, Index: index, Began: began, Regs: map[cfa.RegID]term.Term{},
		Cond: st.True(), seen: map[cfa.LocID]bool{}}
}

// Clone returns a path that goes on apart from p.
func (p *Path) Clone() Path {
	c := *p
	c.Regs, c.seen, c.Edges = maps.Clone(p.Regs), maps.Clone(p.seen), slices.Clip(p.Edges)
	return c
}

// Base returns p, for types that embed it.
func (p *Path) Base() *Path { return p }

// Reg is the value of a register.
func (p *Path) Reg(r cfa.RegID) term.Term {
	if t, ok := p.Regs[r]; ok {
		return t
	}
	return p.Began(r)
}

// Apply returns a term over registers as one over the state in which the path began. None stays None.
func (p *Path) Apply(t term.Term) term.Term {
	if t == term.None {
		return t
	}
	regs := p.Index.Of(t)
	if len(regs) == 0 {
		return t
	}
	m := make(map[term.Term]term.Term, len(regs))
	for _, r := range regs {
		m[p.Program.Sym(r)] = p.Reg(r)
	}
	return p.Terms.Substitute(t, m)
}

// And adds a condition under which the path is taken.
func (p *Path) And(cond term.Term) { p.Cond = p.Terms.And(p.Cond, cond) }

// Passed reports whether the path was at a location before, outside of sections.
func (p *Path) Passed(loc cfa.LocID) bool { return p.seen[loc] }

// Memory is how an abstraction models objects. A method ends the path where it cannot go on; what is not
// supported is an error that Rules.Leave knows.
type Memory interface {
	Load(e *cfa.Edge, op cfa.Load) (step.End, error)
	Store(e *cfa.Edge, op cfa.Store) (step.End, error)
	Alloc(e *cfa.Edge, op cfa.Alloc) (step.End, error)
	Free(e *cfa.Edge, op cfa.Free) (step.End, error)
}

// Threads is how an abstraction models threads.
type Threads interface {
	Spawn(e *cfa.Edge, op cfa.Spawn) (step.End, error)
	Join(e *cfa.Edge, op cfa.Join) (step.End, error)
	// Section is told of the begin of an atomic section, which may make the path visible.
	Section(e *cfa.Edge)
}

// Host is what a Path is part of.
type Host interface {
	Base() *Path
	Memory
	Threads
	// Set sets a register to a value over the state where the path began; from is the term of the edge.
	Set(r cfa.RegID, value, from term.Term)
	// Input sets a register to any value.
	Input(r cfa.RegID)
	// Other executes what has no effect that Exec knows: a Call, Print, Violation, UB or Unsupported.
	Other(e *cfa.Edge) (step.End, error)
}

// Exec executes an edge.
func Exec(h Host, e *cfa.Edge) (step.End, error) {
	p := h.Base()
	p.Edges = append(p.Edges, e)
	x := step.Of(p.Program, e.Op)
	if x.Guard != term.None {
		p.And(p.Apply(x.Guard))
	}
	p.Atomic += int(x.Section)
	switch x.From {
	case step.Computed:
		h.Set(x.Set, p.Apply(x.Value), x.Value)
	case step.Input:
		h.Input(x.Set)
	}
	if x.Section > 0 {
		h.Section(e)
	}
	switch op := e.Op.(type) {
	case cfa.Load:
		return h.Load(e, op)
	case cfa.Store:
		return h.Store(e, op)
	case cfa.Alloc:
		return h.Alloc(e, op)
	case cfa.Free:
		return h.Free(e, op)
	case cfa.Spawn:
		return h.Spawn(e, op)
	case cfa.Join:
		return h.Join(e, op)
	}
	if _, prints := e.Op.(cfa.Print); prints || x.Enters || x.Ends == step.PathEnds {
		return h.Other(e)
	}
	return x.Ends, nil
}
