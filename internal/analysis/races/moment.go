package races

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
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
	does := step.Of(o.l.prog, e.Op)
	switch {
	case does.Guard != term.None && o.l.terms.IsFalse(o.l.eval(&h, does.Guard)):
		return
	case does.Ends != step.GoesOn && does.Ends != step.PathEnds:
		return // the others may go on after the initial thread has ended, which adds no pair
	}
	switch op := e.Op.(type) {
	case cfa.Assign:
		c.set(op.Dst, o.settled(o.l.eval(&h, op.Value)))
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
	default:
		if does.Set != cfa.NoReg {
			c.set(does.Set, term.None)
		}
		if does.Enters {
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
