package interp

import (
	"context"
)

// retries is how often threads that were found disabled after choices inside
// their sections are tried again before the execution counts as a deadlock.
const retries = 64

// random runs the machine to its end: before each visible step a thread is
// picked at random among those that are not known to be disabled.
func (m *Machine) random(ctx context.Context, r *Random) Outcome {
	m.ctx = ctx
	tries, unsure := 0, false
	for m.outcome.Kind == Running {
		t := m.pick(r)
		if t == nil {
			if unsure && tries < retries {
				tries, unsure = tries+1, false
				m.epoch++ // forget who is blocked
				continue
			}
			m.stop(Outcome{Kind: Deadlock, What: m.blockedThreads()}, nil, nil)
			break
		}
		switch ev := m.visible(t, len(m.threads) == 1); ev {
		case Blocked:
			unsure = unsure || m.chose
		case Visible:
			tries, unsure = 0, false
		}
	}
	return m.outcome
}

// ready reports whether t may be able to make a step.
func (m *Machine) ready(t *thread) bool { return !t.done && t.blocked != m.epoch }

// pick chooses one of the threads that are ready, each with the same
// probability; nil: there is none.
func (m *Machine) pick(r *Random) *thread {
	if len(m.threads) == 1 {
		if t := m.threads[0]; m.ready(t) {
			return t
		}
		return nil
	}
	// Mostly one of the first guesses is good; with thousands of threads
	// going through all of them at each step would take longer than the step.
	m.drawn = true
	for range 8 {
		if t := m.threads[r.thread(len(m.threads))]; m.ready(t) {
			return t
		}
	}
	m.pool = m.pool[:0]
	for _, t := range m.threads {
		if m.ready(t) {
			m.pool = append(m.pool, t)
		}
	}
	if len(m.pool) == 0 {
		return nil
	}
	return m.pool[r.thread(len(m.pool))]
}

// visible runs t up to the end of its next visible step, or, when alone is
// set, for as long as there is no other thread.
func (m *Machine) visible(t *thread, alone bool) Event {
	for {
		ev := m.step(t)
		if ev <= Inside || ev == Visible && alone && len(m.threads) == 1 && !t.done {
			continue
		}
		return ev
	}
}
