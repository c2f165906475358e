package interp

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
)

// Observer follows an execution edge by edge.
type Observer interface {
	// Executed is told of an edge that was executed, and reports whether it wants to see more (see
	// Machine.Observed). Of a Call and a Return it is told before the frames change. The edge at which an
	// execution stops is not reported: it is that of the outcome. What it did is overwritten by the next
	// edge.
	Executed(e *cfa.Edge, x *Executed) (more bool)
}

// Executed is what an edge did.
type Executed struct {
	// Thread is the index of the thread.
	Thread int
	// Addr is the address of a Load, a Store, an Alloc or a Free.
	Addr uint64
	// Lo and Hi are the value that was assigned, loaded, stored or returned, or the size of an Alloc.
	Lo, Hi uint64
	// Child is the index of the thread that a Spawn started or a Join waited for.
	Child int
	// Args are the arguments of a Call or a Spawn, the low word of each first; they are overwritten later.
	Args [][2]uint64
}

// observe tells the observer of an executed edge.
func (m *Machine) observe(t *thread, e *bytecode.Edge, in *info) {
	m.observed = Executed{Thread: t.index, Addr: in.addr, Lo: in.lo, Hi: in.hi, Child: in.child}
	if e.Kind == bytecode.Call || e.Kind == bytecode.Spawn {
		m.observed.Args = m.args
	}
	m.bored = !m.cfg.Observer.Executed(e.CFA, &m.observed)
}

// Observed executes edges of thread i until the observer wants to see no more, the thread is disabled, or the
// execution has ended. Assignments and conditions, which most edges are, take a short way here. The machine
// must have an observer.
func (m *Machine) Observed(ctx context.Context, i int) (Event, error) {
	m.ctx = ctx
	ev := Local
	for m.bored = false; !m.bored; {
		var err error
		if ev, err = m.Step(i); err != nil || ev >= Blocked {
			return ev, err
		}
		if t := m.threads[i]; m.rec == nil && m.flow == nil && !m.counting && !t.done {
			m.plain(t)
		}
	}
	return ev, nil
}

// plain executes the next edges of a thread as long as they are assignments of registers and conditions of
// which one is the negation of the other.
func (m *Machine) plain(t *thread) {
	f := t.top()
	pc := f.proc
	fr := t.slots(f)
	x := &m.observed
	*x = Executed{Thread: t.index}
	for !m.bored && m.steps < m.check {
		l := &pc.Locs[f.loc]
		if l.Kind != bytecode.OneEdge && l.Kind != bytecode.Branch {
			return
		}
		e := &pc.Edges[l.First]
		switch {
		case l.Kind == bytecode.Branch:
			if m.code.Cond(e, pc, fr, t.regs) == 0 {
				e = &pc.Edges[l.Other]
			}
		case e.Kind == bytecode.Assign:
			m.code.Assign(e, pc, fr, t.regs)
			x.Lo, x.Hi = fr[e.Dst.First], 0
		case e.Kind != bytecode.Assume || m.code.Cond(e, pc, fr, t.regs) == 0:
			return
		}
		m.steps++
		f.loc = e.To
		m.bored = !m.cfg.Observer.Executed(e.CFA, x)
	}
}
