package interp

import (
	"errors"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// info is what an edge did, for the recorder.
type info struct {
	addr   uint64
	lo, hi uint64
	obj    *object
	child  int
	callee *procCode
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
	l := &pc.locs[f.loc]
	var e *edgeCode
	switch l.kind {
	case locEdge:
		e = &pc.edges[l.first]
		if e.kind == kAssume && m.cond(e, pc, fr, t) == 0 {
			return m.stop(Outcome{Kind: AssumeFailed}, t, e.edge)
		}
	case locBranch:
		e = &pc.edges[l.first]
		if m.cond(e, pc, fr, t) == 0 {
			e = &pc.edges[l.other]
		}
	case locChoice:
		if e = m.choose(pc, f.loc, fr, t); e == nil {
			return m.stop(Outcome{Kind: AssumeFailed}, t, pc.edges[pc.proc.Locs[f.loc].Out[0]].edge)
		}
	default:
		m.stop(Outcome{Kind: Unsupported, What: "a location that nothing leaves"}, t, nil)
		m.outcome.Pos = pc.proc.Locs[f.loc].Pos
		return Stopped
	}
	switch e.kind {
	case kAssume:
		f.loc = e.to
		if m.counting {
			m.done(t, e, info{})
		}
		return m.local(t)
	case kAssign:
		m.exec(pc.ins[e.a.lo:e.a.hi], fr, t)
		f.loc = e.to
		if m.counting {
			m.done(t, e, info{lo: fr[e.dst.first]})
		}
		return m.local(t)
	case kLoad, kStore:
		return m.access(t, f, e, fr)
	case kCall:
		return m.call(t, f, e, fr)
	case kReturn:
		return m.ret(t, f, e, fr)
	}
	return m.stepRare(t, f, e, fr)
}

// stepRare executes the operations that are seldom.
func (m *Machine) stepRare(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	switch op := e.edge.Op.(type) {
	case cfa.Assign:
		lo, hi := m.value(&e.a, f.proc, fr, t)
		t.set(fr, e.dst, lo, hi)
		return m.next(t, f, e, info{lo: lo, hi: hi}, false)
	case cfa.Havoc:
		lo, hi := m.havoc(t, e)
		t.set(fr, e.dst, lo, hi)
		return m.next(t, f, e, info{lo: lo, hi: hi, text: op.What}, false)
	case cfa.AtomicBegin:
		return m.atomicBegin(t, f, e)
	case cfa.AtomicEnd:
		return m.atomicEnd(t, f, e)
	case cfa.Await:
		if m.cond(e, f.proc, fr, t) == 0 {
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
		value, _ := m.value(&e.a, f.proc, fr, t)
		if op.Kind == cfa.ExitProcess {
			return m.exitProcess(t, e, value)
		}
		return m.exitThread(t, e, value)
	case cfa.Violation:
		return m.stop(Outcome{Kind: Violated, Property: op.Property, What: op.Message}, t, e.edge)
	case cfa.Unsupported:
		return m.stop(Outcome{Kind: Unsupported, What: op.What}, t, e.edge)
	case cfa.UB:
		return m.stop(Outcome{Kind: Undefined, What: op.What}, t, e.edge)
	case cfa.Print:
		return m.print(t, f, e, fr, &op)
	}
	panic(fmt.Sprintf("interp: operation %T", e.edge.Op))
}

// local is the event of a step that others cannot see.
func (m *Machine) local(t *thread) Event {
	if t.atomic > 0 {
		return Inside
	}
	return Local
}

// next moves on along e, counting and recording it.
func (m *Machine) next(t *thread, f *frame, e *edgeCode, in info, visible bool) Event {
	f.loc = e.to
	if m.counting {
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
func (m *Machine) seen(t *thread, e *edgeCode) Event {
	m.epoch++
	if m.rec != nil && e != nil {
		m.rec.visible(t, e)
	}
	return Visible
}

// done counts and records an executed edge.
func (m *Machine) done(t *thread, e *edgeCode, in info) {
	if e.edge.Origin != cfa.NoEdge { // else a local step that a pass has added
		t.counts.add(e.edge.Origin, 1)
		if m.sect.logging {
			m.sect.counted = append(m.sect.counted, e.edge.Origin)
		}
	}
	if m.rec != nil {
		m.rec.edge(t, e, in)
	}
	if m.flow != nil {
		m.flow.edge(t, e, in)
	}
}

// cond evaluates the condition of an edge.
func (m *Machine) cond(e *edgeCode, pc *procCode, fr []uint64, t *thread) uint64 {
	if e.a.lo < e.a.hi {
		m.exec(pc.ins[e.a.lo:e.a.hi], fr, t)
	}
	return fr[e.a.slot]
}

// value evaluates an expression; None is zero.
func (m *Machine) value(e *expr, pc *procCode, fr []uint64, t *thread) (lo, hi uint64) {
	switch {
	case e.width < 0:
		return 0, 0
	case e.width > 64:
		var words [2]uint64
		m.evalWide(e, words[:], fr, t)
		return words[0], words[1]
	}
	if e.lo < e.hi {
		m.exec(pc.ins[e.lo:e.hi], fr, t)
	}
	return fr[e.slot], 0
}

// choose takes one of the Assume edges whose conditions hold; nil: none does.
func (m *Machine) choose(pc *procCode, loc cfa.LocID, fr []uint64, t *thread) *edgeCode {
	var taken *edgeCode
	var more []*edgeCode
	for _, i := range pc.proc.Locs[loc].Out {
		e := &pc.edges[i]
		if m.cond(e, pc, fr, t) == 0 {
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
	open := append([]*edgeCode{taken}, more...)
	keys := make([]trace.Key, len(open))
	for i, e := range open {
		keys[i] = m.key(t, e.edge, false)
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

// havoc asks for an input.
func (m *Machine) havoc(t *thread, e *edgeCode) (lo, hi uint64) {
	if e.dst.first < 0 || m.live != nil && m.live.dead(t.top().proc, e) {
		return 0, 0
	}
	k := m.key(t, e.edge, false)
	m.chose, m.drawn = true, true
	width := e.dst.width
	if m.live != nil {
		width = m.live.bits[cfa.Def(e.edge.Op)]
	}
	lo, hi = e.dst.fit(m.decide.Havoc(k, int(width)))
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.Havoc, Value: lo, High: hi})
	}
	return lo, hi
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
	if used := m.mem.total(); used > m.cfg.MaxMemory {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d bytes of memory objects", used)}, nil,
			nil)
	}
	return Local
}
