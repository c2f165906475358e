package dsa

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/scope"
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

// edge has the registers of the terms of an edge, in the order of cfa.Terms; of a call those of its
// arguments.
type edge struct{ regs [][]cfa.RegID }

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
			for _, t := range cfa.Terms(e.Op) {
				s.edges[e.ID].regs = append(s.edges[e.ID].regs, info.Regs.Of(t))
			}
		}
	}
	return s
}
