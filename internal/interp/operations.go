package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// undefined ends the execution in undefined behaviour.
func (m *Machine) undefined(t *thread, e *bytecode.Edge, what string) Event {
	return m.stop(Outcome{Kind: Undefined, What: what, Property: cfa.Violated(e.CFA.Op)}, t, e.CFA)
}

// access executes a Load or Store.
func (m *Machine) access(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	addr, _ := m.code.Value(&e.A, f.proc, fr, t.regs)
	n := uint64(e.Bytes)
	if e.Kind == bytecode.Load {
		o, off, ok := m.mem.Locate(addr, n, false)
		if !ok {
			m.missed, m.brief = o, m.names.badAccess(nil, o, addr, n, false)
			return m.undefined(t, e, m.names.badAccess(t, o, addr, n, false))
		}
		if m.watch != nil {
			m.watched(t, e, addr, 0, 0)
			o, off, _ = m.mem.Locate(addr, n, false) // it may have been poked
		}
		lo, hi := m.mem.Read(o, off, n)
		m.loops.loaded(lo)
		t.set(fr, e.Dst, lo, hi)
		return m.next(t, f, e, info{addr: addr, lo: lo, hi: hi, obj: o}, true)
	}
	lo, hi := m.code.Value(&e.B, f.proc, fr, t.regs)
	o, off, ok := m.mem.Locate(addr, n, true)
	if !ok {
		m.missed, m.brief = o, m.names.badAccess(nil, o, addr, n, true)
		return m.undefined(t, e, m.names.badAccess(t, o, addr, n, true))
	}
	m.watched(t, e, addr, lo, hi)
	m.mem.Write(o, off, n, lo, hi)
	m.locks.write(t, addr, n)
	if n >= uint64(m.code.CFA.PtrWidth/8) {
		m.mem.Expose(lo)
		m.mem.Expose(hi)
	}
	return m.next(t, f, e, info{addr: addr, lo: lo, hi: hi, obj: o}, true)
}

// target finds the procedure that a Call or Spawn runs.
func (m *Machine) target(e *bytecode.Edge, pc *bytecode.Proc, fr []uint64, t *thread) (p cfa.ProcID,
	bad string) {
	if e.Callee != cfa.NoProc {
		return e.Callee, ""
	}
	addr, _ := m.code.Value(&e.A, pc, fr, t.regs)
	o := m.mem.Find(addr)
	if o != nil && o.Addr == addr && o.Static >= 0 {
		if st := m.code.CFA.Objects[o.Static]; st.Kind == cfa.Func && st.Proc != cfa.NoProc {
			return st.Proc, ""
		}
	}
	if addr == 0 {
		return cfa.NoProc, "call of a null function pointer"
	}
	return cfa.NoProc, fmt.Sprintf("call of %#x, which is no function", addr)
}

// arguments evaluates the arguments of a Call or Spawn.
func (m *Machine) arguments(e *bytecode.Edge, pc *bytecode.Proc, fr []uint64, t *thread) [][2]uint64 {
	args := m.args[:0]
	for i := range e.Args {
		lo, hi := m.code.Value(&e.Args[i], pc, fr, t.regs)
		args = append(args, [2]uint64{lo, hi})
	}
	m.args = args
	return args
}

// pass sets the parameters of a new frame. Calls through pointers and thread starts may disagree with the
// definition, as C programs do: surplus arguments are dropped, missing ones are zero, others are fitted.
func pass(t *thread, fr []uint64, params []bytecode.Slots, args [][2]uint64) {
	for i, p := range params {
		if i < len(args) {
			lo, hi := p.Fit(args[i][0], args[i][1])
			t.set(fr, p, lo, hi)
		}
	}
}

func (m *Machine) call(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	p, bad := m.target(e, f.proc, fr, t)
	if bad != "" {
		return m.undefined(t, e, bad)
	}
	if len(t.frames) >= maxFrames {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d nested calls", len(t.frames))}, t,
			e.CFA)
	}
	pc := &m.code.Procs[p]
	args := m.arguments(e, f.proc, fr, t)
	f.loc = e.To
	nth := 0
	if m.followed {
		nth = t.counts.get(e.CFA.Origin)
		m.done(t, e, info{text: pc.CFA.Name, callee: pc})
	}
	pass(t, t.push(pc, e.Dst, e.CFA), pc.Params, args)
	t.top().nth = nth
	return m.local(t)
}

func (m *Machine) ret(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	lo, hi := m.code.Value(&e.A, f.proc, fr, t.regs)
	if len(t.frames) == 1 {
		if t.index == 0 {
			return m.exitProcess(t, e, lo)
		}
		return m.exitThread(t, e, lo)
	}
	if m.followed {
		m.done(t, e, info{lo: lo, hi: hi})
	}
	dst := f.dst
	if e.A.Width < 0 && dst.First >= 0 {
		lo, hi = m.noResult(t, f, dst)
	}
	if m.sect.logging {
		m.sect.popping(t)
	}
	t.frames = t.frames[:len(t.frames)-1]
	if dst.First >= 0 {
		lo, hi = dst.Fit(lo, hi)
		t.set(t.slots(t.top()), dst, lo, hi)
	}
	return m.local(t)
}

// noResult is what a call yields whose procedure returned no value: an input at the Call edge.
func (m *Machine) noResult(t *thread, f *frame, dst bytecode.Slots) (lo, hi uint64) {
	return m.input(trace.Key{Thread: t.index, Origin: f.call.Origin, Occurrence: f.nth}, dst)
}

// exitProcess ends the execution.
func (m *Machine) exitProcess(t *thread, e *bytecode.Edge, status uint64) Event {
	if m.followed {
		m.done(t, e, info{lo: status})
	}
	m.stop(Outcome{Kind: Exited, Status: int(int32(status))}, t, e.CFA)
	m.outcome.Key = m.key(t, e.CFA, true)
	return Stopped
}

// exitThread ends a thread, and the section it may be in.
func (m *Machine) exitThread(t *thread, e *bytecode.Edge, value uint64) Event {
	if m.followed {
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

func (m *Machine) spawn(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	p, bad := m.target(e, f.proc, fr, t)
	if bad != "" {
		return m.undefined(t, e, bad)
	}
	if len(m.threads) >= maxThreads {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d threads", len(m.threads))}, t, e.CFA)
	}
	k := m.key(t, e.CFA, false)
	id := m.decide.ThreadID(k, uint64(len(m.threads)+1))
	if id == 0 || m.byID(id) != nil || m.code.CFA.PtrWidth == 32 && id>>32 != 0 {
		return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("thread id %d is taken or invalid", id)}, t,
			e.CFA)
	}
	args := m.arguments(e, f.proc, fr, t)
	for _, a := range args {
		m.mem.Expose(a[0])
	}
	u := &thread{}
	ufr := m.start(u, p, id)
	pass(u, ufr, u.entry.Params, args)
	t.set(fr, e.Dst, id, 0)
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.ThreadID, Value: id})
	}
	return m.next(t, f, e, info{lo: id, child: u.index, text: u.entry.CFA.Name}, true)
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

func (m *Machine) join(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	id, _ := m.code.Value(&e.A, f.proc, fr, t.regs)
	u := m.byID(id)
	switch {
	case u == nil:
		return m.undefined(t, e, fmt.Sprintf("join of %d, which is no thread", id))
	case !u.done:
		return m.disable(t)
	}
	lo, _ := e.Dst.Fit(u.exit, 0)
	t.set(fr, e.Dst, lo, 0)
	return m.next(t, f, e, info{lo: u.exit, child: u.index, text: u.entry.CFA.Name}, true)
}
