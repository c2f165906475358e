package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// Deferred joins.
//
// A Join of a thread that has ended reads what never changes, so it is independent of all that others do and
// comes at once.
//
// A Join of a thread that has not ended is passed as well: it is deferred. What may follow until the joined
// thread has ended are invisible edges only: local ones that end no path, loads that commute with all that
// others can do until then, and further Joins. Before any other edge the thread stops until all threads that
// it has joined have ended. The execution that this stands for makes the invisible edges when the last of
// them has: no thread can tell, they read the same values then, and they could not have ended in a violation
// or for another reason before. So the threads that one waits for may end in any order without it making a
// difference.
//
// A thread with a deferred Join takes no step before the joined thread has ended. So what the latter does
// need not be interleaved with what the former does later.
//
// Where deadlocks are looked for a thread has at most one deferred Join: that of a further thread may never
// come, if the first one goes on for ever, so it closes no circle of threads that wait for each other.

// deferrable reports whether a Join by thread i of a thread that has not ended can be deferred: its result,
// which is not known yet, must not be read.
func (d *independence) deferrable(st *State, i int, e *cfa.Edge, op cfa.Join) bool {
	th := st.threads[i]
	if d.cfg.NoJoins || d.cfg.NoTau || th.atomic > 0 || d.cfg.Deadlocks && len(th.deferred) > 0 {
		return false
	}
	if op.Dst == cfa.NoReg {
		return true
	}
	if d.p.Regs[op.Dst].Scope == cfa.Thread {
		return false
	}
	_, live := slices.BinarySearch(th.top().proc.live[e.To], d.p.slot[op.Dst])
	return !live
}

// joinable reports whether a Join by thread i comes at once.
func (d *independence) joinable(st *State, i int, e *cfa.Edge, op cfa.Join) bool {
	if d.cfg.Crowds {
		return true
	}
	if d.cfg.NoJoins {
		return false
	}
	id, ok := d.p.terms.ConstUint64(d.registers.eval(op.Thread, st.threads[i]))
	if !ok {
		return false
	}
	k, ok := st.byID(id)
	if !ok || k < 0 {
		return false
	}
	return st.threads[k].status == finished || d.deferrable(st, i, e, op)
}

// invisible reports whether thread i, which has deferred Joins, may leave its location before the joined
// threads have ended. It does so by one of some edges, of which e is the first.
func (d *independence) invisible(st *State, i int, e *cfa.Edge, edges []int32) bool {
	th, s := st.threads[i], d.p.terms
	if x, ok := step.AccessOf(d.p.Program, e.Op); ok {
		a, ok := s.ConstUint64(d.registers.eval(x.Addr, th))
		if !ok || x.Writes() {
			return false
		}
		_, ok = st.valid(a, x.Size, false)
		return ok && d.access(st, i, x.Addr, x.Size, false)
	}
	switch op := e.Op.(type) {
	case cfa.Assign, cfa.Fence:
		return true
	case cfa.Assume:
		for _, k := range edges {
			c := d.registers.eval(th.top().proc.Edges[k].Op.(cfa.Assume).Cond, th)
			if !s.IsFalse(c) {
				return s.IsTrue(c)
			}
		}
		return false // the thread ends
	case cfa.Join:
		return d.joinable(st, i, e, op)
	case cfa.Call:
		return op.Proc != cfa.NoProc && len(th.frames) < d.cfg.MaxDepth
	case cfa.Return:
		return len(th.frames) > 1 && op.Value != term.None
	}
	return false
}

// deferJoin notes that thread i has joined thread u, which has not ended.
func (c *control) deferJoin(i int, u int32) {
	th := c.thread(i)
	if k, ok := slices.BinarySearch(th.deferred, u); !ok {
		th.deferred = slices.Insert(th.deferred, k, u)
	}
}

// joined yields the threads that have joined thread i, which has ended, and have no other deferred Join.
func (c *control) joined(i int) []int {
	var free []int
	for j, t := range c.threads {
		k, ok := slices.BinarySearch(t.deferred, int32(i))
		if !ok || !t.alive() {
			continue
		}
		t = c.thread(j)
		if t.deferred = slices.Delete(t.deferred, k, k+1); len(t.deferred) == 0 {
			free = append(free, j)
		}
	}
	return free
}

// strand makes the threads stuck that have joined thread i, which is.
func (c *control) strand(i int32) {
	for j, t := range c.threads {
		if _, ok := slices.BinarySearch(t.deferred, i); !ok || !t.alive() {
			continue
		}
		t = c.thread(j)
		t.status, t.frames, t.shared, t.deferred, t.held = stuck, nil, nil, nil, nil
		c.strand(int32(j))
	}
}

// waits reports whether thread j takes no step before thread i has ended.
func (c *control) waits(j, i int) bool {
	if t := c.threads[j]; len(t.deferred) == 0 || t.status == running {
		return t.status == stuck
	}
	return c.waitsFor(j, i, make([]visit, len(c.threads)))
}

// visit says how far a search has come with a thread.
type visit uint8

const (
	entered visit = iota + 1
	left          // it does not wait for the one that is asked about
)

// waitsFor is waits; threads that wait for each other in a circle never take a step.
func (c *control) waitsFor(j, i int, seen []visit) bool {
	t := c.threads[j]
	switch {
	case seen[j] == entered, t.status == stuck:
		return true
	case seen[j] == left, t.status == running: // it may have invisible edges to make
		return false
	}
	seen[j] = entered
	for _, u := range t.deferred {
		if int(u) == i || c.waitsFor(int(u), i, seen) {
			return true
		}
	}
	seen[j] = left
	return false
}
