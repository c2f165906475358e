package cfa

import "slices"

// CallGraph says which procedures call and start which.
type CallGraph struct {
	// Calls and Spawns list, by procedure, the procedures that its Call and
	// its Spawn edges may enter, ascending, each once.
	Calls, Spawns [][]ProcID
	// BottomUp lists all procedures, callees before their callers except within recursion.
	BottomUp []ProcID

	recursive []bool
}

// DirectCallees is the callee function for programs without calls through
// addresses; such calls have no callees.
func DirectCallees(e *Edge) []ProcID {
	switch op := e.Op.(type) {
	case Call:
		if op.Proc != NoProc {
			return []ProcID{op.Proc}
		}
	case Spawn:
		if op.Proc != NoProc {
			return []ProcID{op.Proc}
		}
	}
	return nil
}

// AnyCallees is the callee function that takes a call through an address to enter any function whose address
// the program may have.
func (p *Program) AnyCallees() func(*Edge) []ProcID {
	var all []ProcID
	for _, o := range p.Objects {
		if o.Kind == Func && o.Proc != NoProc {
			all = append(all, o.Proc)
		}
	}
	return func(e *Edge) []ProcID {
		switch op := e.Op.(type) {
		case Call:
			if op.Proc == NoProc {
				return all
			}
		case Spawn:
			if op.Proc == NoProc {
				return all
			}
		}
		return DirectCallees(e)
	}
}

// NewCallGraph builds the call graph of a program; callees returns what a Call
// or Spawn edge may enter (pointsto.Result.Callees, DirectCallees or AnyCallees).
func NewCallGraph(p *Program, callees func(*Edge) []ProcID) *CallGraph {
	n := len(p.Procs)
	g := &CallGraph{Calls: make([][]ProcID, n), Spawns: make([][]ProcID, n),
		recursive: make([]bool, n)}
	for i, proc := range p.Procs {
		for _, e := range proc.Edges {
			switch e.Op.(type) {
			case Call:
				g.Calls[i] = append(g.Calls[i], callees(e)...)
			case Spawn:
				g.Spawns[i] = append(g.Spawns[i], callees(e)...)
			}
		}
		slices.Sort(g.Calls[i])
		slices.Sort(g.Spawns[i])
		g.Calls[i], g.Spawns[i] = slices.Compact(g.Calls[i]), slices.Compact(g.Spawns[i])
	}
	g.components()
	return g
}

// components finds the strongly connected components of the calls (R. Tarjan,
// 1972), which come out callees first.
func (g *CallGraph) components() {
	n := len(g.Calls)
	index, low, onStack := make([]int, n), make([]int, n), make([]bool, n)
	var stack []ProcID
	next := 0
	var visit func(p ProcID)
	visit = func(p ProcID) {
		next++
		index[p], low[p] = next, next
		stack, onStack[p] = append(stack, p), true
		for _, q := range g.Calls[p] {
			if q == p {
				g.recursive[p] = true
			}
			if index[q] == 0 {
				visit(q)
				low[p] = min(low[p], low[q])
			} else if onStack[q] {
				low[p] = min(low[p], index[q])
			}
		}
		if low[p] != index[p] {
			return
		}
		at := slices.Index(stack, p)
		for _, q := range stack[at:] {
			onStack[q] = false
			if len(stack)-at > 1 {
				g.recursive[q] = true
			}
		}
		for i := len(stack) - 1; i >= at; i-- {
			g.BottomUp = append(g.BottomUp, stack[i])
		}
		stack = stack[:at]
	}
	for p := range n {
		if index[p] == 0 {
			visit(ProcID(p))
		}
	}
}

// IsRecursive reports whether a procedure may be called while it is active in the same thread.
func (g *CallGraph) IsRecursive(p ProcID) bool { return g.recursive[p] }

// Reach returns, by procedure, whether a thread that runs root may enter it.
// Procedures of threads that it starts are not counted, unless spawns is set.
func (g *CallGraph) Reach(root ProcID, spawns bool) []bool {
	seen := make([]bool, len(g.Calls))
	work := []ProcID{root}
	seen[root] = true
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		next := g.Calls[p]
		if spawns {
			next = append(slices.Clone(next), g.Spawns[p]...)
		}
		for _, q := range next {
			if !seen[q] {
				seen[q] = true
				work = append(work, q)
			}
		}
	}
	return seen
}
