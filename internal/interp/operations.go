package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// undefined ends the execution in undefined behaviour.
func (m *Machine) undefined(t *thread, e *edgeCode, what string) Event {
	return m.stop(Outcome{Kind: Undefined, What: what}, t, e.edge)
}

// access executes a Load or Store.
func (m *Machine) access(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	addr, _ := m.value(&e.a, f.proc, fr, t)
	n := uint64(e.bytes)
	if e.kind == kLoad {
		o, off, bad := m.locate(addr, n, false)
		if o == nil {
			return m.undefined(t, e, bad)
		}
		m.watched(t, e, addr)
		lo, hi := m.loadWords(o, off, n)
		t.set(fr, e.dst, lo, hi)
		return m.next(t, f, e, info{addr: addr, lo: lo, hi: hi, obj: o}, true)
	}
	lo, hi := m.value(&e.b, f.proc, fr, t)
	o, off, bad := m.locate(addr, n, true)
	if o == nil {
		return m.undefined(t, e, bad)
	}
	m.watched(t, e, addr)
	m.storeWords(o, off, n, lo, hi)
	if n >= uint64(m.code.prog.PtrWidth/8) {
		m.expose(lo)
		m.expose(hi)
	}
	return m.next(t, f, e, info{addr: addr, lo: lo, hi: hi, obj: o}, true)
}

// expose notes that others may get to know an address.
func (m *Machine) expose(addr uint64) {
	o := m.mem.find(addr)
	if o == nil || o.kind != cfa.Stack || o.static >= 0 || o.exposed {
		return
	}
	// A section that is undone may leave this as it is: more steps than needed can be seen then.
	m.mem.own(addr>>m.mem.bits, o).exposed = true
}

// target finds the procedure that a Call or Spawn runs.
func (m *Machine) target(e *edgeCode, pc *procCode, fr []uint64, t *thread) (p cfa.ProcID, bad string) {
	if e.proc != cfa.NoProc {
		return e.proc, ""
	}
	addr, _ := m.value(&e.a, pc, fr, t)
	o := m.mem.find(addr)
	if o != nil && o.addr == addr && o.static >= 0 {
		if st := m.code.prog.Objects[o.static]; st.Kind == cfa.Func && st.Proc != cfa.NoProc {
			return st.Proc, ""
		}
	}
	if addr == 0 {
		return cfa.NoProc, "call of a null function pointer"
	}
	return cfa.NoProc, fmt.Sprintf("call of %#x, which is no function", addr)
}

// arguments evaluates the arguments of a Call or Spawn.
func (m *Machine) arguments(e *edgeCode, pc *procCode, fr []uint64, t *thread) [][2]uint64 {
	args := m.args[:0]
	for i := range e.args {
		lo, hi := m.value(&e.args[i], pc, fr, t)
		args = append(args, [2]uint64{lo, hi})
	}
	m.args = args
	return args
}

// pass sets the parameters of a new frame. Calls through pointers and thread
// starts may disagree with the definition, as C programs do: surplus
// arguments are dropped, missing ones are zero, others are fitted.
func pass(t *thread, fr []uint64, params []slots, args [][2]uint64) {
	for i, p := range params {
		if i < len(args) {
			lo, hi := p.fit(args[i][0], args[i][1])
			t.set(fr, p, lo, hi)
		}
	}
}

func (m *Machine) call(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	p, bad := m.target(e, f.proc, fr, t)
	if bad != "" {
		return m.undefined(t, e, bad)
	}
	if len(t.frames) >= maxFrames {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d nested calls", len(t.frames))}, t,
			e.edge)
	}
	pc := &m.code.procs[p]
	args := m.arguments(e, f.proc, fr, t)
	f.loc = e.to
	nth := int32(0)
	if m.counting {
		nth = int32(t.counts.get(e.edge.Origin))
		m.done(t, e, info{text: pc.proc.Name, callee: pc})
	}
	pass(t, t.push(pc, e.dst, e.edge), pc.params, args)
	t.top().nth = nth
	return m.local(t)
}

func (m *Machine) ret(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	lo, hi := m.value(&e.a, f.proc, fr, t)
	if len(t.frames) == 1 {
		if t.index == 0 {
			return m.exitProcess(t, e, lo)
		}
		return m.exitThread(t, e, lo)
	}
	if m.counting {
		m.done(t, e, info{lo: lo, hi: hi})
	}
	dst := f.dst
	if e.a.width < 0 && dst.first >= 0 {
		lo, hi = m.noResult(t, f, dst)
	}
	if m.sect.logging {
		m.sect.popping(t)
	}
	t.frames = t.frames[:len(t.frames)-1]
	if dst.first >= 0 {
		lo, hi = dst.fit(lo, hi)
		t.set(t.slots(t.top()), dst, lo, hi)
	}
	return m.local(t)
}

// noResult is what a call yields whose procedure returned no value: an input
// at the Call edge.
func (m *Machine) noResult(t *thread, f *frame, dst slots) (lo, hi uint64) {
	k := trace.Key{Thread: t.index, Origin: f.call.Origin, Occurrence: int(f.nth)}
	m.chose, m.drawn = true, true
	lo, hi = dst.fit(m.decide.Havoc(k, int(dst.width)))
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.Havoc, Value: lo, High: hi})
	}
	return lo, hi
}

// exitProcess ends the execution.
func (m *Machine) exitProcess(t *thread, e *edgeCode, status uint64) Event {
	if m.counting {
		m.done(t, e, info{lo: status})
	}
	m.stop(Outcome{Kind: Exited, Status: int(int32(status))}, t, e.edge)
	m.outcome.Key = m.key(t, e.edge, true)
	return Stopped
}

// exitThread ends a thread, and the section it may be in.
func (m *Machine) exitThread(t *thread, e *edgeCode, value uint64) Event {
	if m.counting {
		m.done(t, e, info{lo: value})
	}
	t.done, t.exit = true, value
	if t.atomic > 0 {
		t.atomic = 0
		m.commit()
	}
	ev := m.seen(t, e)
	t.frames, t.stack = nil, nil
	for _, u := range m.threads {
		if !u.done {
			return ev
		}
	}
	return m.stop(Outcome{Kind: Exited}, nil, nil)
}

func (m *Machine) spawn(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	p, bad := m.target(e, f.proc, fr, t)
	if bad != "" {
		return m.undefined(t, e, bad)
	}
	if len(m.threads) >= maxThreads {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d threads", len(m.threads))}, t, e.edge)
	}
	k := m.key(t, e.edge, false)
	id := m.decide.ThreadID(k, uint64(len(m.threads)+1))
	if id == 0 || m.byID(id) != nil || m.code.prog.PtrWidth == 32 && id>>32 != 0 {
		return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("thread id %d is taken or invalid", id)}, t,
			e.edge)
	}
	args := m.arguments(e, f.proc, fr, t)
	for _, a := range args {
		m.expose(a[0])
	}
	u, ufr := m.start(p, id)
	pass(u, ufr, u.entry.params, args)
	t.set(fr, e.dst, id, 0)
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.ThreadID, Value: id})
	}
	return m.next(t, f, e, info{lo: id, child: u.index, text: u.entry.proc.Name}, true)
}

// maxThreads bounds the number of threads of one execution.
const maxThreads = 1 << 17

// byID finds a thread by its id.
func (m *Machine) byID(id uint64) *thread {
	if id-1 < uint64(len(m.threads)) && m.threads[id-1].id == id {
		return m.threads[id-1] // ids as the machine proposes them
	}
	if !m.oddIDs {
		return nil
	}
	for _, t := range m.threads {
		if t.id == id {
			return t
		}
	}
	return nil
}

func (m *Machine) join(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	id, _ := m.value(&e.a, f.proc, fr, t)
	u := m.byID(id)
	switch {
	case u == nil:
		return m.undefined(t, e, fmt.Sprintf("join of %d, which is no thread", id))
	case !u.done:
		return m.disable(t)
	}
	lo, _ := e.dst.fit(u.exit, 0)
	t.set(fr, e.dst, lo, 0)
	return m.next(t, f, e, info{lo: u.exit, child: u.index, text: u.entry.proc.Name}, true)
}
