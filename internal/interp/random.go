package interp

// retries is how often threads that were found disabled after choices inside
// their sections are tried again before the execution counts as a deadlock.
const retries = 64

// scheduler runs a machine to its end under a random schedule.
type scheduler struct {
	m    *Machine
	r    *Random
	pool []*thread // scratch
	last int       // the thread that ran last
}

// random picks a thread before each visible step, with equal chances for all that are not known to be
// disabled.
func (s *scheduler) random() {
	m := s.m
	tries, unsure := 0, false
	for m.outcome.Kind == Running {
		t := s.pick()
		if t == nil {
			if unsure && tries < retries {
				tries, unsure = tries+1, false
				m.epoch++ // forget who is blocked
				continue
			}
			m.Deadlocked()
			return
		}
		s.last = t.index
		switch ev := s.visible(t, len(m.threads) == 1); ev {
		case Blocked:
			unsure = unsure || m.chose
		case Visible:
			tries, unsure = 0, false
		}
	}
}

// ready reports whether t may be able to make a step.
func (s *scheduler) ready(t *thread) bool { return !t.done && t.blocked != s.m.epoch }

// pick chooses one of the threads that are ready, each with the same probability; nil: there is none.
func (s *scheduler) pick() *thread {
	m := s.m
	if len(m.threads) == 1 {
		if t := m.threads[0]; s.ready(t) {
			return t
		}
		return nil
	}
	// Mostly one of the first guesses is good; with thousands of threads
	// going through all of them at each step would take longer than the step.
	m.drawn = true
	for range 8 {
		if t := m.threads[s.r.thread(len(m.threads))]; s.ready(t) {
			return t
		}
	}
	s.pool = s.pool[:0]
	for _, t := range m.threads {
		if s.ready(t) {
			s.pool = append(s.pool, t)
		}
	}
	if len(s.pool) == 0 {
		return nil
	}
	return s.pool[s.r.thread(len(s.pool))]
}

// visible runs t up to the end of its next visible step, or, when alone is
// set, for as long as there is no other thread.
func (s *scheduler) visible(t *thread, alone bool) Event {
	for {
		ev := s.m.step(t)
		if ev <= Inside || ev == Visible && alone && len(s.m.threads) == 1 && !t.done {
			continue
		}
		return ev
	}
}
