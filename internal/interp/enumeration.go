package interp

import (
	"encoding/binary"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/trace"
)

// What only enumerations of all executions (package enumerate) ask of a machine: copies, states as text, and
// the accesses of a step.

// Liveness computes which registers of the program are read again.
func (m *Machine) Liveness() *bytecode.Liveness { return bytecode.NewLiveness(m.code) }

// Restart returns a machine at the start of the same program.
func (m *Machine) Restart(cfg Config) *Machine { return newMachine(m.code, cfg) }

// Clone copies the machine. The copy shares the code and the contents of objects until one of the two writes
// them; it prints nothing, records nothing and tells no observer. A machine inside a section cannot be
// copied.
func (m *Machine) Clone(d Decider) *Machine {
	c := *m
	c.decide = d
	c.rec, c.out, c.errs, c.watch, c.cfg.Observer, c.loops = nil, output{}, output{}, nil, nil, nil
	c.mem = m.mem.Clone()
	c.mem.Choose = c.initByte
	c.names = names{prog: m.code.CFA, mem: c.mem}
	c.sect = section{}
	c.locks = m.locks.clone()
	c.threads = make([]*thread, len(m.threads))
	for i, t := range m.threads {
		c.threads[i] = t.clone()
	}
	return &c
}

// clone copies a thread for another machine.
func (t *thread) clone() *thread {
	c := *t
	c.regs = append([]uint64(nil), t.regs...)
	c.frames = append([]frame(nil), t.frames...)
	used := int32(0)
	if n := len(t.frames); n > 0 {
		used = t.frames[n-1].base + t.frames[n-1].proc.Words
	}
	c.stack = append([]uint64(nil), t.stack[:used]...)
	c.counts = t.counts.clone()
	return &c
}

func (c *counts) clone() counts {
	d := counts{pages: make([][]uint64, len(c.pages))}
	for i, p := range c.pages {
		d.pages[i] = append([]uint64(nil), p...)
	}
	return d
}

// AppendState appends the state of the machine in a canonical form: two machines with the same text behave
// alike. It must not be called inside a section. Temporaries of frames, registers that are not live, the
// contents of dead objects, and how often edges were executed are not part of a state.
func (m *Machine) AppendState(b []byte, live *bytecode.Liveness) []byte {
	for i := range m.threads {
		b = m.AppendThread(b, i, live)
	}
	return m.mem.AppendState(m.locks.appendTo(append(b, 0xff)))
}

// AppendThread appends what AppendState does of thread i.
func (m *Machine) AppendThread(b []byte, i int, live *bytecode.Liveness) []byte {
	t := m.threads[i]
	b = binary.AppendUvarint(b, t.id)
	for _, w := range t.regs {
		b = binary.AppendUvarint(b, w)
	}
	if t.done {
		return binary.AppendUvarint(append(b, 0), t.exit)
	}
	b = binary.AppendUvarint(b, uint64(len(t.frames)))
	for i := range t.frames {
		f := &t.frames[i]
		b = binary.AppendUvarint(b, uint64(f.proc.CFA.ID))
		b = binary.AppendUvarint(b, uint64(f.loc))
		if f.call != nil {
			b = binary.AppendUvarint(b, uint64(f.call.ID)) // where it returns to
		}
		words := live.Words(f.proc.CFA.ID, f.loc)
		for j, w := range t.stack[f.base : f.base+f.proc.Locals] {
			if words == nil || words.Has(int32(j)) {
				b = binary.AppendUvarint(b, w)
			}
		}
	}
	return b
}

// HeapStart is the first region that is free at the start of the program.
func (m *Machine) HeapStart() uint64 { return m.mem.FirstFree() }

// UnusedRegion returns the address of the object that region r could have; ok is false when it has had one.
func (m *Machine) UnusedRegion(r uint64) (addr uint64, ok bool) {
	return m.code.CFA.RegionStart(r), m.mem.NeverUsed(r)
}

// Poke changes memory, as a store of so many bytes would; it does nothing if that store would be invalid.
func (m *Machine) Poke(addr uint64, size int, lo, hi uint64) {
	if o, off, ok := m.mem.Locate(addr, uint64(size), true); ok {
		m.mem.Write(o, off, uint64(size), lo, hi)
	}
}

// Made is how often thread i has executed an edge; it is known with Config.Count or Config.Record.
func (m *Machine) Made(i int, origin cfa.EdgeID) int { return m.threads[i].counts.get(origin) }

// Access is one access to memory that a machine made while it was watched.
type Access struct {
	Addr, Size uint64
	// Key names the access, its occurrence only with Config.Count.
	Key   trace.Key
	Write bool
	// Outside is set outside of atomic sections, Plain where in addition the access is no atomic one.
	Outside, Plain bool
	// Edge is the Load or Store, and Lo and Hi are the bits that it is about to store.
	Edge   *cfa.Edge
	Lo, Hi uint64
}

// Peek reads memory, as a load of so many bytes would; ok is false if that load would be invalid.
func (m *Machine) Peek(addr uint64, size int) (lo, hi uint64, ok bool) {
	o, off, ok := m.mem.Locate(addr, uint64(size), false)
	if ok {
		lo, hi = m.mem.Read(o, off, uint64(size))
	}
	return lo, hi, ok
}

// Watch has f called with every access, just before it is made.
func (m *Machine) Watch(f func(Access)) { m.watch = f }

// watched tells of an access.
func (m *Machine) watched(t *thread, e *bytecode.Edge, addr, lo, hi uint64) {
	if m.watch == nil {
		return
	}
	outside := t.atomic == 0
	m.watch(Access{Addr: addr, Size: uint64(e.Bytes), Key: m.key(t, e.CFA, false),
		Write:   e.Kind == bytecode.Store,
		Outside: outside, Plain: outside && unordered(e.CFA.Op), Edge: e.CFA, Lo: lo, Hi: hi})
}

// unordered reports whether an operation is an access that may race with others.
func unordered(op cfa.Op) bool {
	switch op := op.(type) {
	case cfa.Load:
		return op.Order == cfa.Plain && !op.Disputed
	case cfa.Store:
		return op.Order == cfa.Plain && !op.Disputed
	}
	return false
}
