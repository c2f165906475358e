package races

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

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

// moment is a state of the execution.
type moment struct {
	loc  cfa.LocID
	regs map[cfa.RegID]term.Term // known values: constants, addresses of objects, ids of threads
	ids  map[term.Term]stored    // by address
	// running are the threads that were created and not joined, counted by the edge that created them.
	running map[term.Term]int // by id: the root
	created map[cfa.EdgeID]int
	ever    []bool // by root: one was created
}

// stored is an id that lies in memory.
type stored struct {
	id  term.Term
	obj pointsto.ObjID
}

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

// simple reports whether the initial thread creates and joins threads in its first procedure alone, which no
// other thread runs and nobody calls.
func (o *order) simple() bool {
	if len(o.threads.RunBy(o.proc.ID)) != 1 {
		return false
	}
	for _, proc := range o.l.prog.Procs {
		if proc == o.proc || !slices.Contains(o.threads.RunBy(proc.ID), 0) {
			continue
		}
		for _, e := range proc.Edges {
			switch e.Op.(type) {
			case cfa.Spawn, cfa.Join:
				return false
			case cfa.Call:
				if slices.Contains(o.l.callees(e), o.proc.ID) {
					return false
				}
			}
		}
	}
	for _, e := range o.proc.Edges {
		if _, ok := e.Op.(cfa.Call); ok && slices.Contains(o.l.callees(e), o.proc.ID) {
			return false
		}
	}
	return true
}

// findOwn finds the objects that nothing but the procedure writes.
func (o *order) findOwn() {
	for i := range o.l.pts.Objects {
		o.own[pointsto.ObjID(i)] = o.l.single(pointsto.ObjID(i))
	}
	for _, proc := range o.l.prog.Procs {
		if proc == o.proc {
			continue
		}
		for _, e := range proc.Edges {
			var v target
			switch op := e.Op.(type) {
			case cfa.Store:
				v = o.l.address(e, op.Addr)
			case cfa.Free:
				v = o.l.address(e, op.Addr)
			}
			if v.Unknown {
				clear(o.own)
				return
			}
			for _, r := range v.Refs {
				delete(o.own, r.Obj)
			}
		}
	}
}

// findRelevant finds the registers whose values matter to which threads are created and joined.
func (o *order) findRelevant() {
	loops := map[cfa.LocID]bool{} // heads of loops that create or join threads
	order := o.threads.Order(o.proc.ID)
	around := func(l cfa.LocID, visit func(cfa.LocID)) {
		if !order.Reaches(l) {
			return
		}
		for h := order.Head(l); h != analysis.NoLoc; h = order.Outer(h) {
			visit(h)
		}
	}
	for _, e := range o.proc.Edges {
		switch op := e.Op.(type) {
		case cfa.Spawn:
			around(e.From, func(h cfa.LocID) { loops[h] = true })
			if op.Dst != cfa.NoReg {
				o.relevant[op.Dst] = true
			}
		case cfa.Join:
			around(e.From, func(h cfa.LocID) { loops[h] = true })
			o.add(op.Thread)
		}
	}
	for _, e := range o.proc.Edges {
		if op, ok := e.Op.(cfa.Assume); ok {
			around(e.From, func(h cfa.LocID) {
				if loops[h] {
					o.add(op.Cond)
				}
			})
		}
	}
	for before := -1; before < len(o.relevant); {
		before = len(o.relevant)
		for _, e := range o.proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Assign:
				if o.relevant[op.Dst] {
					o.add(op.Value)
				}
			case cfa.Load:
				if o.relevant[op.Dst] {
					o.add(op.Addr)
				}
			case cfa.Store:
				for r := range o.l.registers(op.Value) {
					if o.relevant[r] {
						o.add(op.Addr)
					}
				}
			}
		}
	}
}

func (o *order) add(t term.Term) {
	for r := range o.l.registers(t) {
		o.relevant[r] = true
	}
}

// enter adds a state that is new.
func (o *order) enter(m *moment) {
	maps.DeleteFunc(m.regs, func(r cfa.RegID, _ term.Term) bool { return !o.relevant[r] })
	if k := m.key(); !o.moments[k] {
		o.moments[k] = true
		o.meet(m)
		o.work = append(o.work, m)
	}
}

// key names a state. A loop that creates threads has states with many, so it is written compactly.
func (m *moment) key() string {
	b := binary.AppendUvarint(nil, uint64(m.loc))
	for _, ever := range m.ever {
		b = append(b, 0)
		if ever {
			b[len(b)-1] = 1
		}
	}
	b = binary.AppendUvarint(b, uint64(len(m.regs)))
	for _, r := range slices.Sorted(maps.Keys(m.regs)) {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(r)), uint64(m.regs[r]))
	}
	b = binary.AppendUvarint(b, uint64(len(m.ids)))
	for _, a := range slices.Sorted(maps.Keys(m.ids)) {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(a)), uint64(m.ids[a].id))
	}
	b = binary.AppendUvarint(b, uint64(len(m.running)))
	for _, t := range slices.Sorted(maps.Keys(m.running)) {
		b = binary.AppendUvarint(b, uint64(t))
	}
	for _, e := range slices.Sorted(maps.Keys(m.created)) {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(e)), uint64(m.created[e]))
	}
	return string(b)
}

// roots lists which threads may run in a state: of each root none, one, or more.
func (o *order) roots(m *moment) []int {
	n := make([]int, len(o.threads.Roots))
	for _, r := range m.running {
		n[r]++
	}
	for r, ever := range m.ever {
		if !ever {
			continue
		}
		for q, child := range o.children[r] {
			if child {
				n[q] += 2
			}
		}
	}
	return n
}

// meet notes which threads may run at the same time.
func (o *order) meet(m *moment) {
	n := o.roots(m)
	for r := range n {
		for q := range n {
			if n[r] > 0 && n[q] > 0 && (r != q || n[r] > 1) {
				o.pairs[r][q] = true
			}
		}
	}
}

// step executes an edge.
func (o *order) step(m *moment, e *cfa.Edge) {
	beside := o.beside[e.ID]
	if beside == nil {
		beside = make([]bool, len(o.threads.Roots))
		o.beside[e.ID] = beside
	}
	for r, n := range o.roots(m) {
		beside[r] = beside[r] || n > 0
	}
	c := *m
	c.loc, c.regs, c.ids = e.To, maps.Clone(m.regs), maps.Clone(m.ids)
	h := holding{regs: m.regs}
	switch op := e.Op.(type) {
	case cfa.Assign:
		c.set(op.Dst, o.settled(o.l.eval(&h, op.Value)))
	case cfa.Assume:
		if o.l.terms.IsFalse(o.l.eval(&h, op.Cond)) {
			return
		}
	case cfa.Await:
		if o.l.terms.IsFalse(o.l.eval(&h, op.Cond)) {
			return
		}
	case cfa.Alloc:
		v := term.None
		if id, ok := o.l.pts.Site(e); ok && o.l.single(id) {
			v = o.symbol(fmt.Sprintf("object!%d", e.ID), o.l.prog.Regs[op.Dst].Sort)
		}
		c.set(op.Dst, v)
	case cfa.Load:
		id := c.ids[o.settled(o.l.eval(&h, op.Addr))].id
		if id != term.None && o.l.terms.Sort(id) != o.l.prog.Regs[op.Dst].Sort {
			id = term.None
		}
		c.set(op.Dst, id)
	case cfa.Store:
		o.store(&c, e, op, o.settled(o.l.eval(&h, op.Addr)), o.settled(o.l.eval(&h, op.Value)))
	case cfa.Spawn:
		o.spawn(&c, e, op)
	case cfa.Join:
		t := o.settled(o.l.eval(&h, op.Thread))
		if _, runs := m.running[t]; !runs {
			o.unresolved = true
		} else {
			c.running = maps.Clone(c.running)
			delete(c.running, t)
		}
		c.set(op.Dst, term.None)
	case cfa.Return:
		return
	case cfa.Exit:
		// The others may go on after the initial thread has ended, which adds no pair.
		return
	default:
		if r := cfa.Def(e.Op); r != cfa.NoReg {
			c.set(r, term.None)
		}
		if _, ok := e.Op.(cfa.Call); ok {
			maps.DeleteFunc(c.regs, func(r cfa.RegID, _ term.Term) bool {
				return o.l.prog.Regs[r].Scope == cfa.Thread
			})
		}
	}
	o.enter(&c)
}

// set gives a register a value; None: it is not known.
func (m *moment) set(r cfa.RegID, v term.Term) {
	switch {
	case r == cfa.NoReg:
	case v == term.None:
		delete(m.regs, r)
	default:
		m.regs[r] = v
	}
}

// symbol stands for an object or a thread.
func (o *order) symbol(name string, sort term.Sort) term.Term {
	t := o.l.terms.Symbol(name, sort)
	o.values[t] = true
	return t
}

// settled returns a value if all of it is known, else None.
func (o *order) settled(t term.Term) term.Term {
	if t == term.None {
		return t
	}
	for _, sym := range o.l.terms.Symbols(t) {
		if !o.values[sym] {
			return term.None
		}
	}
	return t
}

// store keeps an id that is stored, and forgets those that may be overwritten.
func (o *order) store(m *moment, e *cfa.Edge, op cfa.Store, addr, value term.Term) {
	s := o.l.terms
	at := o.l.address(e, op.Addr)
	n := o.l.size(e)
	maps.DeleteFunc(m.ids, func(a term.Term, x stored) bool {
		if !at.MayPointTo(x.obj) {
			return false
		}
		if addr == term.None {
			return true
		}
		after, ok := s.ConstUint64(s.BVSub(a, addr))
		before, _ := s.ConstUint64(s.BVSub(addr, a))
		return !ok || after < n || before < uint64(s.Sort(x.id).Width()/8)
	})
	ref, only := at.Only()
	_, thread := m.running[value]
	if addr != term.None && only && o.own[ref.Obj] && thread {
		m.ids[addr] = stored{value, ref.Obj}
	}
}

// spawn creates a thread.
func (o *order) spawn(m *moment, e *cfa.Edge, op cfa.Spawn) {
	m.running, m.created = maps.Clone(m.running), maps.Clone(m.created)
	m.ever = slices.Clone(m.ever)
	m.created[e.ID]++
	id := term.None
	for i, q := range o.l.callees(e) {
		r := o.byProc[q]
		m.ever[r] = true
		name := fmt.Sprintf("thread!%d!%d", e.ID, m.created[e.ID])
		if i > 0 {
			name += fmt.Sprint("!", i) // never joined
		}
		sort := term.BitVec(o.l.prog.PtrWidth)
		if op.Dst != cfa.NoReg {
			sort = o.l.prog.Regs[op.Dst].Sort
		}
		id = o.symbol(name, sort)
		m.running[id] = r
	}
	if len(o.l.callees(e)) > 1 {
		id = term.None
	}
	m.set(op.Dst, id)
}
