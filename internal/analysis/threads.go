package analysis

import (
	"whittle.dev/internal/cfa"
)

// Site is a Spawn edge that an execution may reach.
type Site struct {
	Edge *cfa.Edge
	In   cfa.ProcID // the procedure that the edge belongs to
	Many bool       // the edge may be executed more than once
}

// Root is a class of threads that run the same procedure: the initial thread (root 0), or the threads of all
// sites that start one procedure. The threads of one root are identical up to their arguments.
type Root struct {
	Proc  cfa.ProcID
	Sites []int // indexes into Threads.Sites, ascending; none for the initial thread
	Many  bool  // there may be more than one such thread
}

// Threads says which threads a program may have, and which edges are executed
// when only the initial thread has been started yet.
type Threads struct {
	Sites []Site
	Roots []Root

	prog    *cfa.Program
	orders  []*Order
	many    []bool   // by procedure: may be entered more than once
	runs    [][]int  // by procedure: the roots whose threads may enter it
	alone   [][]bool // by procedure and location
	callees func(*cfa.Edge) []cfa.ProcID
}

// NewThreads finds the threads of a program; g and callees are as for cfa.NewCallGraph.
func NewThreads(p *cfa.Program, g *cfa.CallGraph, callees func(*cfa.Edge) []cfa.ProcID) *Threads {
	t := &Threads{prog: p, callees: callees, orders: make([]*Order, len(p.Procs)),
		runs: make([][]int, len(p.Procs)), many: make([]bool, len(p.Procs))}
	for i, proc := range p.Procs {
		t.orders[i] = WTO(proc)
	}
	t.findRoots(g)
	t.findMany(g)
	t.findAlone(g)
	return t
}

// Order returns the weak topological order of a procedure.
func (t *Threads) Order(p cfa.ProcID) *Order { return t.orders[p] }

// RunBy returns the roots whose threads may enter a procedure, ascending.
func (t *Threads) RunBy(p cfa.ProcID) []int { return t.runs[p] }

// Once reports whether an edge is executed at most once in an execution, by all threads together.
func (t *Threads) Once(p cfa.ProcID, e *cfa.Edge) bool {
	return !t.many[p] && !inLoop(t.orders[p], e)
}

// Alone reports whether, at a location of a procedure, the running thread is
// the initial thread and has not started another one yet.
func (t *Threads) Alone(p cfa.ProcID, l cfa.LocID) bool { return t.alone[p][l] }

// inLoop reports whether some loop contains both ends of an edge.
func inLoop(o *Order, e *cfa.Edge) bool {
	if !o.Reaches(e.From) {
		return false
	}
	for h := o.Head(e.From); h != NoLoc; h = o.Outer(h) {
		if o.Contains(h, e.To) {
			return true
		}
	}
	return false
}

func (t *Threads) findRoots(g *cfa.CallGraph) {
	reach := g.Reach(t.prog.Entry, true)
	t.Roots = []Root{{Proc: t.prog.Entry}}
	byProc := make(map[cfa.ProcID]int)
	for i, proc := range t.prog.Procs {
		if !reach[i] {
			continue
		}
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.Spawn); !ok || !t.orders[i].Reaches(e.From) {
				continue
			}
			site := len(t.Sites)
			t.Sites = append(t.Sites, Site{Edge: e, In: cfa.ProcID(i)})
			for _, q := range t.callees(e) {
				r, ok := byProc[q]
				if !ok {
					r = len(t.Roots)
					byProc[q] = r
					t.Roots = append(t.Roots, Root{Proc: q})
				}
				t.Roots[r].Sites = append(t.Roots[r].Sites, site)
			}
		}
	}
	for r := range t.Roots {
		for p, in := range g.Reach(t.Roots[r].Proc, false) {
			if in {
				t.runs[p] = append(t.runs[p], r)
			}
		}
	}
}

// findMany finds the procedures that may be entered more than once: those
// entered from two edges, from an edge that runs more than once, or recursively.
func (t *Threads) findMany(g *cfa.CallGraph) {
	entered := make([]int, len(t.prog.Procs))
	entered[t.prog.Entry] = 1
	for changed := true; changed; {
		changed = false
		count := make([]int, len(t.prog.Procs))
		count[t.prog.Entry] = 1
		for i, proc := range t.prog.Procs {
			if len(t.runs[i]) == 0 {
				continue
			}
			for _, e := range proc.Edges {
				switch e.Op.(type) {
				case cfa.Call, cfa.Spawn:
				default:
					continue
				}
				if !t.orders[i].Reaches(e.From) {
					continue
				}
				n := 1
				if !t.Once(cfa.ProcID(i), e) {
					n = 2
				}
				for _, q := range t.callees(e) {
					count[q] = min(2, count[q]+n)
				}
			}
		}
		for q := range count {
			if (count[q] > 1 || g.IsRecursive(cfa.ProcID(q))) && !t.many[q] {
				t.many[q], changed = true, true
			}
		}
	}
	for i := range t.Sites {
		s := &t.Sites[i]
		s.Many = !t.Once(s.In, s.Edge)
	}
	for r := range t.Roots {
		root := &t.Roots[r]
		root.Many = len(root.Sites) > 1
		for _, i := range root.Sites {
			root.Many = root.Many || t.Sites[i].Many
		}
	}
}

// findAlone propagates "only the initial thread exists" from the entry,
// through calls, up to the first edge that may start a thread.
func (t *Threads) findAlone(g *cfa.CallGraph) {
	n := len(t.prog.Procs)
	spawns := make([]bool, n) // the procedure may start a thread
	for _, p := range g.BottomUp {
		for q, in := range g.Reach(p, false) {
			spawns[p] = spawns[p] || in && len(g.Spawns[q]) > 0
		}
	}
	for _, s := range t.Sites {
		spawns[s.In] = true // even if its target is unknown
	}
	for _, p := range g.BottomUp { // callees first; recursion is in Reach
		for _, q := range g.Calls[p] {
			spawns[p] = spawns[p] || spawns[q]
		}
	}
	// entered is true for procedures that are only entered alone.
	entered := make([]bool, n)
	for p := range n {
		entered[p] = len(t.runs[p]) == 1 && t.runs[p][0] == 0
	}
	for r := 1; r < len(t.Roots); r++ {
		entered[t.Roots[r].Proc] = false
	}
	t.alone = make([][]bool, n)
	for changed := true; changed; {
		changed = false
		for p := range n {
			t.alone[p] = t.aloneIn(cfa.ProcID(p), entered[p], spawns)
		}
		for p, proc := range t.prog.Procs {
			for _, e := range proc.Edges {
				if _, ok := e.Op.(cfa.Call); !ok || t.alone[p][e.From] || !t.orders[p].Reaches(e.From) ||
					len(t.runs[p]) == 0 {
					continue
				}
				for _, q := range t.callees(e) {
					if entered[q] {
						entered[q], changed = false, true
					}
				}
			}
		}
	}
}

// aloneIn is a forward must-analysis within one procedure.
func (t *Threads) aloneIn(p cfa.ProcID, entered bool, spawns []bool) []bool {
	proc, order := t.prog.Procs[p], t.orders[p]
	alone := make([]bool, len(proc.Locs))
	if !entered {
		return alone
	}
	for _, l := range order.Locs {
		alone[l] = true
	}
	var work []cfa.LocID
	lose := func(l cfa.LocID) {
		if alone[l] {
			alone[l] = false
			work = append(work, l)
		}
	}
	for _, e := range proc.Edges {
		if !order.Reaches(e.From) {
			continue
		}
		switch e.Op.(type) {
		case cfa.Spawn:
			lose(e.To)
		case cfa.Call:
			for _, q := range t.callees(e) {
				if spawns[q] {
					lose(e.To)
				}
			}
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range proc.Locs[l].Out {
			lose(proc.Edges[i].To)
		}
	}
	return alone
}
