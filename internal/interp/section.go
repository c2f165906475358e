package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
)

// section makes an atomic section undoable: whether its thread is enabled is
// known only once its Awaits have been evaluated, so the section is run, and
// rolled back to its beginning when one of them is false.
type section struct {
	logging bool
	log     []change
	counted []cfa.EdgeID // origins counted in the section
	// saved holds the frames that the section may have changed, the
	// innermost first: the one it began in, and the callers it returned to.
	saved []savedFrame
	regs  []uint64
	// The rest are marks in what only grows.
	threads, freed, head, allocs int
	next                         uint64
	out, errs                    outputMark
	rec                          recorderMark
}

// savedFrame is a frame as it was when the section began.
type savedFrame struct {
	frame
	words []uint64
}

// change is one effect on memory: on the content of the object at an address,
// or on what a region holds. It does not point to the object written, since
// that may be a copy made for the purpose (see memory.own).
type change struct {
	addr   uint64 // of the object written
	off    uint64 // of up to 8 bytes in it
	n      uint8
	undef  uint8
	old    uint64
	whole  bool // region held obj
	region uint64
	obj    *object
}

func (m *Machine) atomicBegin(t *thread, f *frame, e *edgeCode) Event {
	t.atomic++
	if t.atomic > 1 {
		return m.next(t, f, e, info{}, false)
	}
	m.owner = t.index
	m.opened = e.edge
	m.chose = false
	if m.code.awaits {
		m.sect.begin(m, t)
	}
	return m.next(t, f, e, info{}, false)
}

func (m *Machine) atomicEnd(t *thread, f *frame, e *edgeCode) Event {
	if t.atomic == 0 {
		return m.stop(Outcome{Kind: Unsupported, What: "the end of an atomic section outside of one"}, t,
			e.edge)
	}
	t.atomic--
	if t.atomic > 0 {
		return m.next(t, f, e, info{}, false)
	}
	f.loc = e.to
	if m.counting {
		m.done(t, e, info{})
	}
	m.commit()
	return m.seen(t, e)
}

// commit ends a section for good.
func (m *Machine) commit() {
	m.owner = -1
	m.sect.reset()
	m.mem.compact()
}

// disable makes the running step of t not have happened.
func (m *Machine) disable(t *thread) Event {
	if t.atomic > 0 {
		m.sect.rollback(m, t)
		t.atomic = 0
		m.owner = -1
	}
	t.blocked = m.epoch
	return Blocked
}

func (s *section) begin(m *Machine, t *thread) {
	s.logging = true
	s.save(t, len(t.frames)-1)
	s.regs = append(s.regs[:0], t.regs...)
	s.threads, s.freed, s.head, s.allocs = len(m.threads), len(m.mem.freed), m.mem.head, m.mem.allocs
	s.next = m.mem.next
	s.out, s.errs = m.out.mark(), m.errs.mark()
	if m.rec != nil {
		s.rec = m.rec.mark()
	}
}

func (s *section) reset() {
	s.logging = false
	s.log, s.counted, s.saved = s.log[:0], s.counted[:0], s.saved[:0]
}

func (s *section) save(t *thread, i int) {
	f := t.frames[i]
	n := len(s.saved)
	if n == cap(s.saved) {
		s.saved = append(s.saved, savedFrame{})
	}
	s.saved = s.saved[:n+1]
	s.saved[n].frame = f
	s.saved[n].words = append(s.saved[n].words[:0], t.stack[f.base:f.base+f.proc.locals]...)
}

// popping is called before t returns from its innermost frame: the caller is
// about to change.
func (s *section) popping(t *thread) {
	lowest := s.saved[len(s.saved)-1].base
	if t.top().base == lowest {
		s.save(t, len(t.frames)-2)
	}
}

func (s *section) logWrite(o *object, c chunk, base, i, n uint64) {
	ch := change{addr: o.addr, off: base + i, n: uint8(n), old: get(c.data[i:], n)}
	for b := range n {
		if c.isUndef(i + b) {
			ch.undef |= 1 << b
		}
	}
	s.log = append(s.log, ch)
}

// logRegion remembers what region r holds: nothing, or a live or dead object.
func (s *section) logRegion(r uint64, o *object) {
	s.log = append(s.log, change{region: r, obj: o, whole: true})
}

// rollback restores the state at the beginning of the section.
func (s *section) rollback(m *Machine, t *thread) {
	s.logging = false
	for _, ch := range slices.Backward(s.log) {
		if ch.whole {
			m.mem.replace(ch.region, ch.obj)
			continue
		}
		m.write(m.mem.find(ch.addr), ch.off, uint64(ch.n), ch.old)
		if ch.undef != 0 {
			for b := range uint64(ch.n) {
				c, base := m.mem.chunk(m.mem.find(ch.addr), ch.off+b)
				c.setUndef(ch.off+b-base, ch.undef>>b&1 != 0)
			}
		}
	}
	for _, id := range s.counted {
		t.counts.add(id, -1)
	}
	lowest := s.saved[len(s.saved)-1].base
	for i := range t.frames {
		if t.frames[i].base == lowest {
			t.frames = t.frames[:i]
			break
		}
	}
	for _, f := range slices.Backward(s.saved) {
		t.frames = append(t.frames, f.frame)
		copy(t.stack[f.base:], f.words)
	}
	copy(t.regs, s.regs)
	m.threads = m.threads[:s.threads]
	m.mem.freed, m.mem.head, m.mem.allocs = m.mem.freed[:s.freed], s.head, s.allocs
	m.mem.next = s.next
	m.out.rollback(s.out)
	m.errs.rollback(s.errs)
	if m.rec != nil {
		m.rec.rollback(s.rec)
	}
	s.reset()
}
