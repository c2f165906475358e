package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
)

// section makes an atomic section undoable: whether its thread is enabled is known only once its Awaits have
// been evaluated, so the section is run, and rolled back to its beginning when one of them is false.
type section struct {
	logging bool
	counted []cfa.EdgeID // origins counted in the section
	// saved holds the frames that the section may have changed, the
	// innermost first: the one it began in, and the callers it returned to.
	saved []savedFrame
	regs  []uint64
	// The rest are marks in what only grows.
	threads   int
	out, errs outputMark
	rec       recorderMark
}

// savedFrame is a frame as it was when the section began.
type savedFrame struct {
	frame
	words []uint64
}

func (m *Machine) atomicBegin(t *thread, f *frame, e *bytecode.Edge) Event {
	t.atomic++
	m.locks.begin(m, t, e.CFA)
	if t.atomic > 1 {
		return m.next(t, f, e, info{}, false)
	}
	m.owner = t.index
	m.opened = e.CFA
	m.chose = false
	if m.code.Awaits {
		m.sect.begin(m, t)
	}
	return m.next(t, f, e, info{}, false)
}

func (m *Machine) atomicEnd(t *thread, f *frame, e *bytecode.Edge) Event {
	if t.atomic == 0 {
		return m.stop(Outcome{Kind: Unsupported, What: "the end of an atomic section outside of one"}, t,
			e.CFA)
	}
	t.atomic--
	m.locks.end()
	if t.atomic > 0 {
		return m.next(t, f, e, info{}, false)
	}
	f.loc = e.To
	if m.followed {
		m.done(t, e, info{})
	}
	m.commit()
	return m.seen(t, e)
}

// commit ends a section for good.
func (m *Machine) commit() {
	m.owner = -1
	m.sect.reset()
	m.mem.Commit()
	m.locks.commit()
}

// disable makes the running step of t not have happened.
func (m *Machine) disable(t *thread) Event {
	m.loops.undone()
	if t.atomic > 0 {
		m.sect.rollback(m, t)
		m.locks.undo()
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
	s.threads = len(m.threads)
	m.mem.Begin()
	s.out, s.errs = m.out.mark(), m.errs.mark()
	if m.rec != nil {
		s.rec = m.rec.mark()
	}
}

func (s *section) reset() {
	s.logging = false
	s.counted, s.saved = s.counted[:0], s.saved[:0]
}

func (s *section) save(t *thread, i int) {
	f := t.frames[i]
	n := len(s.saved)
	if n == cap(s.saved) {
		s.saved = append(s.saved, savedFrame{})
	}
	s.saved = s.saved[:n+1]
	s.saved[n].frame = f
	s.saved[n].words = append(s.saved[n].words[:0], t.stack[f.base:f.base+f.proc.Locals]...)
}

// popping is called before t returns from its innermost frame: the caller is about to change.
func (s *section) popping(t *thread) {
	lowest := s.saved[len(s.saved)-1].base
	if t.top().base == lowest {
		s.save(t, len(t.frames)-2)
	}
}

// rollback restores the state at the beginning of the section.
func (s *section) rollback(m *Machine, t *thread) {
	m.mem.Rollback()
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
	m.out.rollback(s.out)
	m.errs.rollback(s.errs)
	if m.rec != nil {
		m.rec.rollback(s.rec)
	}
	s.reset()
}
