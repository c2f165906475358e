package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// alloc creates an object in a region of its own.
func (m *Machine) alloc(t *thread, f *frame, e *bytecode.Edge, fr []uint64) Event {
	p, op := m.code.CFA, e.Alloc
	size, _ := m.code.Value(&e.A, f.proc, fr, t.regs)
	if size > p.MaxObject() {
		return m.stop(Outcome{Kind: Unsupported, What: fmt.Sprintf("object too large (%s)",
			english.Count(size, "byte"))}, t, e.CFA)
	}
	r, ok := m.mem.NextFree()
	if !ok {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d objects fill the address space",
			m.mem.Allocations())}, t, e.CFA)
	}
	k := m.key(t, e.CFA, false)
	addr := m.decide.Address(k, p.RegionStart(r))
	if chosen := p.RegionOf(addr); chosen != r {
		if o := m.mem.Region(chosen); o != nil && (o.Live || o.Static >= 0) ||
			chosen < max(p.RegionOf(p.HeapBase), 1) || chosen >= p.Regions() {
			return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("address %#x of a new object is taken or "+
				"invalid", addr)}, t, e.CFA)
		}
		r = chosen
	}
	if addr != p.RegionStart(r) || op.Align > 1 && addr%op.Align != 0 {
		return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("address %#x of a new object is not the start "+
			"of a region", addr)}, t, e.CFA)
	}
	o := m.mem.Create(r, op, k, size)
	t.set(fr, e.Dst, addr, 0)
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.AllocAddr, Value: addr})
	}
	return m.next(t, f, e, info{addr: addr, lo: size, obj: o}, false)
}

// free ends the life of an object.
func (m *Machine) free(t *thread, f *frame, e *bytecode.Edge, fr []uint64, op *cfa.Free) Event {
	addr, _ := m.code.Value(&e.A, f.proc, fr, t.regs)
	if addr == 0 && op.Kind.IsHeap() {
		return m.next(t, f, e, info{}, false)
	}
	o := m.mem.Find(addr)
	if o == nil || o.Static >= 0 || o.Kind != op.Kind || o.Addr != addr || !o.Live {
		m.missed, m.brief = o, m.names.badFree(nil, o, addr, op.Kind)
		return m.undefined(t, e, m.names.badFree(t, o, addr, op.Kind))
	}
	m.mem.End(o)
	m.locks.write(t, o.Addr, o.Size)
	// Whoever may access the object may see its end.
	return m.next(t, f, e, info{addr: addr, obj: o}, op.Kind.IsHeap() || o.Exposed)
}
