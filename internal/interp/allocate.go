package interp

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/english"
	"whittle.dev/internal/trace"
)

// alloc creates an object in a region of its own.
func (m *Machine) alloc(t *thread, f *frame, e *edgeCode, fr []uint64) Event {
	p, op := m.code.prog, e.alloc
	size, _ := m.value(&e.a, f.proc, fr, t)
	if size > p.MaxObject() {
		return m.stop(Outcome{Kind: Unsupported, What: fmt.Sprintf("object too large (%s)",
			english.Count(size, "byte"))}, t, e.edge)
	}
	r, ok := m.mem.nextFree()
	if !ok {
		return m.stop(Outcome{Kind: MemoryLimit, What: fmt.Sprintf("%d objects fill the address space",
			m.mem.allocs)}, t, e.edge)
	}
	k := m.key(t, e.edge, false)
	addr := m.decide.Address(k, p.RegionStart(r))
	if chosen := p.RegionOf(addr); chosen != r {
		if o := m.mem.region(chosen); o != nil && (o.live || o.static >= 0) ||
			chosen < max(p.RegionOf(p.HeapBase), 1) || chosen >= p.Regions() {
			return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("address %#x of a new object is taken or "+
				"invalid", addr)}, t, e.edge)
		}
		r = chosen
	}
	if addr != p.RegionStart(r) || op.Align > 1 && addr%op.Align != 0 {
		return m.stop(Outcome{Kind: Failed, Err: fmt.Errorf("address %#x of a new object is not the start "+
			"of a region", addr)}, t, e.edge)
	}
	m.mem.allocs++
	old := m.mem.region(r)
	o := old
	if old == nil || old.shared || m.sect.logging {
		o = new(object)
	}
	*o = object{addr: addr, size: size, static: -1, kind: op.Kind, zero: op.Zero, live: true, op: op, key: k,
		number: m.mem.allocs,
		spare:  o.spare}
	if m.sect.logging {
		m.sect.logRegion(r, old)
	}
	m.mem.take(r)
	if o != old {
		m.mem.set(r, o) // neither has content
	}
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
		return m.undefined(t, e, fmt.Sprintf("free of %s, which was not allocated on the %s", m.objectName(o),
			kindName(op.Kind)))
	case o.addr != addr:
		return m.undefined(t, e, fmt.Sprintf("free of an address inside of %s", m.objectName(o)))
	case !o.live:
		return m.undefined(t, e, fmt.Sprintf("%s is freed twice", m.objectName(o)))
	}
	r := addr >> m.mem.bits
	if m.sect.logging {
		m.sect.logRegion(r, o)
	}
	dead := o
	if o.shared || m.sect.logging {
		dead = new(object)
		*dead = *o
	}
	m.mem.used -= o.bytes()
	dead.die(m.cfg.ReuseAfter > 0)
	m.mem.set(r, dead)
	m.mem.release(r)
	if !m.sect.logging {
		m.mem.compact()
	}
	// Whoever may access the object may see its end.
	return m.next(t, f, e, info{addr: addr, obj: o}, op.Kind == cfa.Heap || o.exposed)
}

// die ends the life of an object that nobody else points to. Its room may be
// kept for the next object of its region.
func (o *object) die(keep bool) {
	o.spare = chunk{}
	if keep && !o.shared && len(o.small.data) <= pageSize {
		o.spare = o.small
	}
	o.live, o.shared, o.small, o.pages = false, false, chunk{}, nil
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
