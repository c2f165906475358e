package interp

import (
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/memory"
	"whittle.dev/internal/trace"
)

// info is what an edge did, for the recorder.
type info struct {
	addr   uint64
	lo, hi uint64
	obj    *memory.Object
	child  int
	callee *bytecode.Proc
	text   string
}

// step executes one edge of a thread that has not finished.
func (m *Machine) step(t *thread) Event {
	if m.steps >= m.check {
		if ev := m.checkLimits(); ev == Stopped {
			return ev
		}
	}
	m.steps++
	f := t.top()
	pc := f.proc
	fr := t.slots(f)
	l := &pc.Locs[f.loc]
	if l.Head > 0 && m.loops != nil {
		m.loops.head(t, f, l)
	}
	var e *bytecode.Edge
	switch l.Kind {
	case bytecode.OneEdge:
		e = &pc.Edges[l.First]
		if e.Kind == bytecode.Assume && m.code.Cond(e, pc, fr, t.regs) == 0 {
			return m.stop(Outcome{Kind: AssumeFailed}, t, e.CFA)
		}
	case bytecode.Branch:
		e = &pc.Edges[l.First]
		if m.code.Cond(e, pc, fr, t.regs) == 0 {
			e = &pc.Edges[l.Other]
		}
		if m.cfg.Cover != nil {
			m.cfg.Cover.branch(f, e)
		}
	case bytecode.Choice:
		if e = m.choose(pc, f.loc, fr, t); e == nil {
			return m.stop(Outcome{Kind: AssumeFailed}, t, pc.Edges[pc.CFA.Locs[f.loc].Out[0]].CFA)
		}
	default:
		m.stop(Outcome{Kind: Unsupported, What: "a location that nothing leaves"}, t, nil)
		m.outcome.Pos = pc.CFA.Locs[f.loc].Pos
		return Stopped
	}
	m.loops.executed(t, e)
	switch e.Kind {
	case bytecode.Assume:
		f.loc = e.To
		if m.followed {
			m.done(t, e, info{})
		}
		return m.local(t)
	case bytecode.Assign:
		m.code.Assign(e, pc, fr, t.regs)
		f.loc = e.To
		if m.followed {
			m.done(t, e, info{lo: fr[e.Dst.First]})
		}
		return m.local(t)
	case bytecode.Load, bytecode.Store:
		return m.access(t, f, e, fr)
	case bytecode.Call:
		return m.call(t, f, e, fr)
	case bytecode.Return:
		return m.ret(t, f, e, fr)
	}
	return m.stepRare(t, f, e, fr)
}

// stepRare executes the operations that are seldom.
func (m *Machine) stepRare(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	switch op := e.CFA.Op.(type) {
	case cfa.Assign:
		lo, hi := m.code.Value(&e.A, f.proc, fr, t.regs)
		t.set(fr, e.Dst, lo, hi)
		return m.next(t, f, e, info{lo: lo, hi: hi}, false)
	case cfa.Havoc:
		lo, hi := m.havoc(t, e)
		t.set(fr, e.Dst, lo, hi)
		return m.next(t, f, e, info{lo: lo, hi: hi, text: op.What}, false)
	case cfa.AtomicBegin:
		return m.atomicBegin(t, f, e)
	case cfa.AtomicEnd:
		return m.atomicEnd(t, f, e)
	case cfa.Await:
		if m.code.Cond(e, f.proc, fr, t.regs) == 0 {
			if m.flow != nil {
				m.flow.waits(t, op)
			}
			return m.disable(t)
		}
		return m.next(t, f, e, info{}, t.atomic == 0)
	case cfa.Join:
		return m.join(t, f, e, fr)
	case cfa.Spawn:
		return m.spawn(t, f, e, fr)
	case cfa.Alloc:
		return m.alloc(t, f, e, fr)
	case cfa.Free:
		return m.free(t, f, e, fr, &op)
	case cfa.Fence:
		return m.next(t, f, e, info{}, false)
	case cfa.Exit:
		value, _ := m.code.Value(&e.A, f.proc, fr, t.regs)
		if op.Kind == cfa.ExitProcess {
			return m.exitProcess(t, e, value)
		}
		return m.exitThread(t, e, value)
	case cfa.Violation:
		return m.violation(t, e.CFA, op)
	case cfa.Unsupported:
		return m.stop(Outcome{Kind: Unsupported, What: op.What}, t, e.CFA)
	case cfa.UB:
		return m.undefined(t, e, op.What)
	case cfa.Print:
		return m.print(t, f, e, fr, &op)
	}
	panic(fmt.Sprintf("interp: operation %T", e.CFA.Op))
}

// local is the event of a step that others cannot see.
func (m *Machine) local(t *thread) Event {
	if t.atomic > 0 {
		return Inside
	}
	return Local
}

// next moves on along e, counting and recording it.
func (m *Machine) next(t *thread, f *frame, e *bytecode.Edge, in info, visible bool) Event {
	f.loc = e.To
	if m.followed {
		m.done(t, e, in)
	}
	if t.atomic > 0 {
		return Inside
	}
	if visible {
		return m.seen(t, e)
	}
	return Local
}

// seen ends a visible step.
func (m *Machine) seen(t *thread, e *bytecode.Edge) Event {
	m.epoch++
	if m.rec != nil && e != nil {
		m.rec.visible(t, e)
	}
	return Visible
}

// done counts and records an executed edge.
func (m *Machine) done(t *thread, e *bytecode.Edge, in info) {
	if m.counting && e.CFA.Origin != cfa.NoEdge { // else a local step that a pass has added
		t.counts.add(e.CFA.Origin, 1)
		if m.sect.logging {
			m.sect.counted = append(m.sect.counted, e.CFA.Origin)
		}
	}
	if m.rec != nil {
		m.rec.edge(t, e, in)
	}
	if m.flow != nil {
		m.flow.edge(t, e, in)
	}
	if m.cfg.Observer != nil {
		m.observe(t, e, &in)
	}
}

// choose takes one of the Assume edges whose conditions hold; nil: none does.
func (m *Machine) choose(pc *bytecode.Proc, loc cfa.LocID, fr []uint64, t *thread) *bytecode.Edge {
	var taken *bytecode.Edge
	var more []*bytecode.Edge
	for _, i := range pc.CFA.Locs[loc].Out {
		e := &pc.Edges[i]
		if m.code.Cond(e, pc, fr, t.regs) == 0 {
			continue
		}
		if taken == nil {
			taken = e
		} else {
			more = append(more, e)
		}
	}
	if more == nil {
		return taken
	}
	open := append([]*bytecode.Edge{taken}, more...)
	keys := make([]trace.Key, len(open))
	for i, e := range open {
		keys[i] = m.key(t, e.CFA, false)
	}
	m.chose, m.drawn = true, true
	i := m.decide.Choose(keys)
	if i < 0 || i >= len(open) {
		i = 0
	}
	if m.rec != nil {
		m.rec.choice(keys[i], i)
	}
	return open[i]
}

// havoc asks for the input of a Havoc.
func (m *Machine) havoc(t *thread, e *bytecode.Edge) (lo, hi uint64) {
	if e.Dst.First < 0 {
		return 0, 0
	}
	return m.input(m.key(t, e.CFA, false), e.Dst)
}

// input asks for the value of a register.
func (m *Machine) input(k trace.Key, dst bytecode.Slots) (lo, hi uint64) {
	m.chose, m.drawn = true, true
	lo, hi = dst.Fit(m.decide.Havoc(k, int(dst.Width)))
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.Havoc, Value: lo, High: hi})
	}
	return lo, hi
}

// initByte asks for the initial content of a byte of memory.
func (m *Machine) initByte(o *memory.Object, off uint64) byte {
	v := m.decide.InitByte(o.Key, off)
	m.chose, m.drawn = true, true
	if m.rec != nil {
		m.rec.initByte(o, off, v)
	}
	return v
}

// limitCheck is how many edges pass between two looks at the context.
const limitCheck = 1 << 12

// checkLimits looks at the context, the step limit and the memory limit.
func (m *Machine) checkLimits() Event {
	if err := m.ctx.Err(); err != nil {
		return m.stop(Outcome{Kind: Canceled, Err: err}, nil, nil)
	}
	if m.cfg.MaxSteps > 0 && m.steps >= m.cfg.MaxSteps {
		return m.stop(Outcome{Kind: StepLimit, What: fmt.Sprintf("%d edges were executed", m.steps)}, nil,
			nil)
	}
	m.check = m.steps + limitCheck
	if m.cfg.MaxSteps > 0 {
		m.check = min(m.check, m.cfg.MaxSteps)
	}
	if !m.sect.logging {
		// In time for people who wait for it, and before it grows large.
		if err := errors.Join(m.out.flush(), m.errs.flush()); err != nil {
			return m.stop(Outcome{Kind: Failed, Err: err}, nil, nil)
		}
	}
	if used := m.mem.Total(); used > m.cfg.MaxMemory {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d bytes of memory objects", used)}, nil,
			nil)
	}
	return Local
}
