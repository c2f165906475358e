package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// alloc creates an object in a region of its own.
func (m *Machine) alloc(t *thread, f *frame, e *edgeCode, fr []uint64, op *cfa.Alloc) Event {
	p := m.code.prog
	size, _ := m.value(&e.a, f.proc, fr, t)
	if size > p.MaxObject() {
		return m.stop(Outcome{Kind: Unsupported, What: fmt.Sprintf("object too large (%s)", byteCount(size))}, t, e.edge)
	}
	r, ok := m.mem.nextFree()
	if !ok {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d objects fill the address space", m.mem.allocs)}, t, e.edge)
	}
	k := m.key(t, e.edge, false)
	addr := m.decide.Address(k, p.RegionStart(r))
	if chosen := p.RegionOf(addr); chosen != r {
		if o := m.mem.region(chosen); o != nil || chosen < max(p.RegionOf(p.HeapBase), 1) || chosen >= p.Regions() {
			return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("address %#x of a new object is taken or invalid", addr)}, t, e.edge)
		}
		r = chosen
	}
	if addr != p.RegionStart(r) || op.Align > 1 && addr%op.Align != 0 {
		return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("address %#x of a new object is not the start of a region", addr)}, t, e.edge)
	}
	m.mem.allocs++
	o := &object{addr: addr, size: size, static: -1, kind: op.Kind, zero: op.Zero, live: true, op: op, key: k, number: m.mem.allocs}
	if m.sect.logging {
		m.sect.logRegion(r, m.mem.region(r))
	}
	m.mem.take(r)
	m.mem.replace(r, o)
	t.set(fr, e.dst, addr, 0)
	if m.rec != nil {
		m.rec.input(trace.Input{Key: k, Kind: trace.AllocAddr, Value: addr})
	}
	return m.next(t, f, e, info{addr: addr, lo: size, obj: o}, false)
}

// free ends the life of an object.
func (m *Machine) free(t *thread, f *frame, e *edgeCode, fr []uint64, op *cfa.Free) Event {
	addr, _ := m.value(&e.a, f.proc, fr, t)
	if addr == 0 && op.Kind == cfa.Heap {
		return m.next(t, f, e, info{}, false)
	}
	o := m.mem.find(addr)
	switch {
	case o == nil:
		return m.undefined(t, e, fmt.Sprintf("free of the invalid address %#x", addr))
	case o.static >= 0 || o.kind != op.Kind:
		return m.undefined(t, e, fmt.Sprintf("free of %s, which was not allocated on the %s", m.objectName(o), kindName(op.Kind)))
	case o.addr != addr:
		return m.undefined(t, e, fmt.Sprintf("free of an address inside of %s", m.objectName(o)))
	case !o.live:
		return m.undefined(t, e, fmt.Sprintf("%s is freed twice", m.objectName(o)))
	}
	r := addr >> m.mem.bits
	if m.sect.logging {
		m.sect.logRegion(r, o)
	}
	dead := *o
	dead.live, dead.shared, dead.small, dead.pages = false, false, chunk{}, nil
	m.mem.replace(r, &dead)
	m.mem.release(r)
	if !m.sect.logging {
		m.mem.compact()
	}
	// The life of a stack object ends where nobody else looks; that of a heap
	// object may be seen by those who access it.
	return m.next(t, f, e, info{addr: addr, obj: o}, op.Kind == cfa.Heap)
}

// replace puts an object (nil: none) into a region, keeping account of the
// bytes used.
func (mem *memory) replace(r uint64, o *object) {
	mem.used += o.bytes() - mem.region(r).bytes()
	mem.set(r, o)
}

// bytes is how much content of o was made so far.
func (o *object) bytes() uint64 {
	if o == nil {
		return 0
	}
	n := uint64(len(o.small.data))
	for _, p := range o.pages {
		n += uint64(len(p.data))
	}
	return n
}

func kindName(k cfa.AllocKind) string {
	if k == cfa.Stack {
		return "stack"
	}
	return "heap"
}
