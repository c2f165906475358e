package cover

import (
	"whittle.dev/internal/cfa"
)

// Own has the edges of a program that are not those of library functions, by origin.
func Own(p *cfa.Program) map[cfa.EdgeID]bool {
	out := map[cfa.EdgeID]bool{}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if !proc.Model {
				out[e.Origin] = true
			}
		}
	}
	return out
}

// Unreachable has the edges that no execution comes to if none executes those that are dead: in the graph
// without these nothing leads to them. Functions that may be called through pointers count as called.
func Unreachable(p *cfa.Program, dead map[cfa.EdgeID]bool) map[cfa.EdgeID]bool {
	reached := map[cfa.EdgeID]bool{}
	called := make([]bool, len(p.Procs))
	var work []cfa.ProcID
	call := func(id cfa.ProcID) {
		if id != cfa.NoProc && !called[id] {
			called[id] = true
			work = append(work, id)
		}
	}
	call(p.Entry)
	for _, o := range p.Objects {
		if o.Kind == cfa.Func {
			call(o.Proc)
		}
	}
	for len(work) > 0 {
		proc := p.Procs[work[len(work)-1]]
		work = work[:len(work)-1]
		walk(proc, dead, func(e *cfa.Edge) {
			reached[e.Origin] = true
			switch op := e.Op.(type) {
			case cfa.Call:
				call(op.Proc)
			case cfa.Spawn:
				call(op.Proc)
			}
		})
	}
	out := map[cfa.EdgeID]bool{}
	for _, proc := range p.Procs {
		for _, e := range proc.Edges {
			if !reached[e.Origin] {
				out[e.Origin] = true
			}
		}
	}
	return out
}

// walk visits the edges of a procedure that its entry leads to without dead ones.
func walk(proc *cfa.Proc, dead map[cfa.EdgeID]bool, visit func(*cfa.Edge)) {
	seen := make([]bool, len(proc.Locs))
	seen[proc.Entry] = true
	for work := []cfa.LocID{proc.Entry}; len(work) > 0; {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range proc.Locs[l].Out {
			e := proc.Edges[i]
			if dead[e.Origin] {
				continue
			}
			visit(e)
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
}
