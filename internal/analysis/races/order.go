package races

import (
	"context"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Order.
//
// The procedure of the initial thread is executed with what is constant in it: counters of loops that create
// or join threads, and the places where the ids of threads lie. So the threads are known that may run while
// the initial thread is at a location, and which may run at the same time as which others: a thread runs from
// its creation until it is joined, and those that it creates from then on for ever.
//
// A place that holds an id is one of an object that this procedure alone writes. An id that was read from
// such a place is that of the thread whose creation gave the value that was stored there last.

// maxMoments bounds the states of the execution, and maxRunning the threads in one: loops that create more
// are mostly ones without end.
const (
	maxMoments = 4_000
	maxRunning = 200
)

// order says which threads may run when.
type order struct {
	l        *locks
	threads  *analysis.Threads
	proc     *cfa.Proc
	byProc   map[cfa.ProcID]int
	children [][]bool // by root: those that its threads create, and what these do
	relevant map[cfa.RegID]bool
	own      map[pointsto.ObjID]bool // objects that the procedure alone writes
	values   map[term.Term]bool      // symbols that stand for objects and threads

	known bool
	// unresolved: some thread is joined that is not known, or was joined before.
	unresolved bool

	beside  map[cfa.EdgeID][]bool // by edge of proc: the roots that may run then
	pairs   [][]bool              // of roots
	moments map[string]bool
	work    []*moment
}

// newOrder executes the initial thread.
func newOrder(ctx context.Context, l *locks) (*order, error) {
	o := &order{l: l, threads: l.threads, proc: l.prog.Procs[l.prog.Entry], byProc: map[cfa.ProcID]int{},
		relevant: map[cfa.RegID]bool{}, own: map[pointsto.ObjID]bool{}, values: map[term.Term]bool{},
		beside: map[cfa.EdgeID][]bool{}, moments: map[string]bool{}}
	n := len(o.threads.Roots)
	for r := 1; r < n; r++ {
		o.byProc[o.threads.Roots[r].Proc] = r
	}
	o.pairs = make([][]bool, n)
	for r := range o.pairs {
		o.pairs[r] = make([]bool, n)
	}
	o.findChildren()
	if !o.simple() {
		return o, nil
	}
	o.findOwn()
	o.findRelevant()
	o.enter(&moment{loc: o.proc.Entry, regs: map[cfa.RegID]term.Term{}, ids: map[term.Term]stored{},
		running: map[term.Term]int{}, created: map[cfa.EdgeID]int{}, ever: make([]bool, n)})
	for len(o.work) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(o.moments) > maxMoments {
			return o, nil
		}
		m := o.work[len(o.work)-1]
		o.work = o.work[:len(o.work)-1]
		if len(m.running) > maxRunning {
			return o, nil
		}
		for _, k := range o.proc.Locs[m.loc].Out {
			o.step(m, o.proc.Edges[k])
		}
	}
	o.known = true
	return o, nil
}

// concurrent reports whether a thread of root r may be at an edge while one of root q is at another one.
func (o *order) concurrent(p cfa.ProcID, e *cfa.Edge, r int, pq cfa.ProcID, f *cfa.Edge, q int) bool {
	switch {
	case r == 0 && q == 0:
		return false
	case r == 0:
		return o.during(p, e, q)
	case q == 0:
		return o.during(pq, f, r)
	case !o.known:
		return r != q || o.threads.Roots[r].Many
	}
	return o.pairs[r][q]
}

// during reports whether a thread of root r may run while the initial thread is at an edge.
func (o *order) during(p cfa.ProcID, e *cfa.Edge, r int) bool {
	if o.threads.Alone(p, e.From) {
		return false
	}
	if !o.known || p != o.proc.ID {
		return true
	}
	beside := o.beside[e.ID]
	return beside != nil && beside[r]
}

// findChildren finds which threads create which others.
func (o *order) findChildren() {
	n := len(o.threads.Roots)
	o.children = make([][]bool, n)
	for r := range o.children {
		o.children[r] = make([]bool, n)
	}
	for r := 1; r < n; r++ {
		for _, site := range o.threads.Roots[r].Sites {
			for _, q := range o.threads.RunBy(o.threads.Sites[site].In) {
				o.children[q][r] = true
			}
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				o.children[i][j] = o.children[i][j] || o.children[i][k] && o.children[k][j]
			}
		}
	}
}
