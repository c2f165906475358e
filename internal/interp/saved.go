package interp

import "whittle.dev/internal/interp/internal/memory"

// Saved is a state of a machine that has changed no memory: its registers.
type Saved struct {
	regs, stack []uint64
	frames      []frame
	steps       uint64
}

// Words is the number of words that it has.
func (s *Saved) Words() int { return len(s.regs) + len(s.stack) }

// Save notes the state before the edge for which a Decider is being asked. It returns false if there is more
// to the state than registers: memory that was changed, other threads, an atomic section, or what is counted,
// recorded or printed.
func (m *Machine) Save(s *Saved) bool {
	t := m.threads[0]
	if len(m.threads) > 1 || t.atomic > 0 || m.followsMore() || m.mem.Changed() {
		return false
	}
	f := t.top()
	s.regs = append(s.regs[:0], t.regs...)
	s.stack = append(s.stack[:0], t.stack[:f.base+f.proc.Locals]...)
	s.frames = append(s.frames[:0], t.frames...)
	s.steps = m.steps - 1
	return true
}

// followsMore reports whether more is followed of the execution than an observer does.
func (m *Machine) followsMore() bool {
	return m.counting || m.flow != nil || m.locks != nil || m.loops != nil || m.cfg.Output != nil ||
		m.cfg.ErrOutput != nil
}

// Resume goes back to a state of this execution or of one before of the same configuration.
func (m *Machine) Resume(s *Saved) {
	t := m.threads[0]
	copy(t.regs, s.regs)
	copy(t.stack, s.stack)
	*t = thread{id: t.id, entry: t.entry, regs: t.regs, stack: t.stack,
		frames: append(t.frames[:0], s.frames...)}
	m.threads = m.threads[:1]
	m.owner = -1
	m.sect.reset()
	if m.mem.Changed() {
		m.mem = memory.New(m.code.CFA, m.cfg.ReuseAfter)
		m.mem.Choose, m.names.mem = m.initByte, m.mem
	}
	m.outcome, m.missed, m.stuck, m.bored = Outcome{}, nil, nil, false
	m.about, m.brief = nil, ""
	m.steps, m.check = s.steps, 0
}
