package dsa

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// Shape is what walkers of a program share. It belongs to one goroutine.
type Shape struct {
	info       *scope.Info
	places     []place // by register
	regs       []int   // by procedure: the number of its registers
	threadRegs int
	edges      []edge // by EdgeID
}

// place is where a register is: in its frame or among those of the thread.
type place struct {
	index  int32
	thread bool
}

// edge is an edge made ready.
type edge struct {
	kind kind
	proc cfa.ProcID
	// relevant: a target may be reached from where it leads.
	relevant bool
	dst      place      // of an assignment
	terms    []operands // in the order of cfa.Terms; of a call its arguments
	from     *scope.Branch
}

// branch is what is known of the branch of which an edge is a side.
func (s *edge) branch(info *scope.Info, e *cfa.Edge) *scope.Branch {
	if s.from == nil {
		s.from = info.Branch(s.proc, e.From)
	}
	return s.from
}

// operands are a term with its registers.
type operands struct {
	term   term.Term
	regs   []cfa.RegID
	places []place
}

// kind says how an edge is followed.
type kind uint8

const (
	other kind = iota
	assigns
	assumes
)

// NewShape prepares walkers.
func NewShape(info *scope.Info) *Shape {
	p := info.Prog
	s := &Shape{info: info, places: make([]place, len(p.Regs)), regs: make([]int, len(p.Procs)),
		edges: make([]edge, p.NumEdges)}
	for i := range p.Regs {
		switch r := &p.Regs[i]; {
		case r.Scope == cfa.Thread:
			s.places[i] = place{int32(s.threadRegs), true}
			s.threadRegs++
		case r.Proc != cfa.NoProc:
			s.places[i] = place{int32(s.regs[r.Proc]), false}
			s.regs[r.Proc]++
		}
	}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			s.edge(proc, e)
		}
	}
	return s
}

func (s *Shape) edge(proc *cfa.Proc, e *cfa.Edge) {
	d := &s.edges[e.ID]
	d.proc, d.relevant = proc.ID, s.info.Relevant(proc.ID, e.To)
	for _, t := range cfa.Terms(e.Op) {
		o := operands{term: t, regs: s.info.Regs.Of(t)}
		for _, r := range o.regs {
			o.places = append(o.places, s.places[r])
		}
		d.terms = append(d.terms, o)
	}
	if dst, _, ok := step.Computes(e.Op); ok {
		d.kind, d.dst = assigns, s.places[dst]
	} else if _, ok := e.Op.(cfa.Assume); ok {
		d.kind = assumes
	}
}
