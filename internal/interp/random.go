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
	var ready []*thread
	tries, unsure := 0, false
	for m.outcome.Kind == Running {
		ready = ready[:0]
		for _, t := range m.threads {
			if !t.done && t.blocked != m.epoch {
				ready = append(ready, t)
			}
		}
		if len(ready) == 0 {
			if unsure && tries < retries {
				tries, unsure = tries+1, false
				m.epoch++ // forget who is blocked
				continue
			}
			m.stop(Outcome{Kind: Deadlock, What: m.blockedThreads()}, nil, nil)
			break
		}
		t := ready[0]
		if len(ready) > 1 {
			t = ready[r.thread(len(ready))]
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
