package schedule

import (
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
)

// family is a way to draw schedules.
type family uint8

// The families of schedules.
const (
	byPriority family = iota
	anyThread
	nowAndThen
	oneOfEach
	families
)

// drawn is a random schedule.
type drawn struct {
	rng    *rand.Rand
	family family
	// alive are the threads that have not finished, the one with the highest priority first. epoch is one
	// more than the number of steps that were visible, blocked by thread the one in which it could make none.
	alive   []int
	epoch   int
	blocked []int
	// changes are the attempts after which the running thread becomes the last; tried counts them.
	changes [3]int
	tried   int
	// kinds are, by the procedure in which they began, the threads that have not finished. Of each kind, the
	// first few make steps; lead is how many attempts the first thread makes alone.
	kinds [][]int
	kind  map[cfa.ProcID]int
	few   int
	lead  int
	// alone is after how many attempts alone the first thread had to wait; 0: it did not come to that.
	alone int
}

// leads is how many attempts of the first thread alone there may be, as a power of two.
const leads = 12

// ends is how long before the first thread has to wait others have their turn, as a power of two: what comes
// after the loops in which it starts threads is seldom long.
const ends = 8

// newDrawn draws a schedule for executions of about so many visible steps.
func newDrawn(e execution) *drawn {
	s := &drawn{rng: rand.New(rand.NewPCG(e.seed, 0x5ced)), family: e.family, epoch: 1}
	switch s.family {
	case byPriority:
		for i := range s.changes {
			s.changes[i] = s.rng.IntN(e.length)
		}
	case oneOfEach:
		s.kind, s.few = map[cfa.ProcID]int{}, 1+s.rng.IntN(3)
		s.lead = 1 << s.rng.IntN(leads)
		if e.long && s.rng.IntN(4) != 0 {
			s.lead = longest
			if e.alone > 0 {
				s.lead = max(e.alone-(1<<s.rng.IntN(ends)), 1)
			}
		}
	}
	return s
}

// next is the thread that goes on after one has done something; -1: none can.
func (s *drawn) next(m *interp.Machine, last int, ev interp.Event) int {
	s.tried++
	for len(s.blocked) < m.NumThreads() {
		s.start(m, len(s.blocked))
	}
	if ev == interp.Visible {
		s.epoch++
	} else {
		s.blocked[last] = s.epoch
	}
	done := m.Finished(last)
	if done {
		s.alive = without(s.alive, last)
		if s.family == oneOfEach {
			k := s.kind[m.Entry(last)]
			s.kinds[k] = without(s.kinds[k], last)
		}
	}
	goes := !done && s.ready(last)
	switch s.family {
	case byPriority:
		if slices.Contains(s.changes[:], s.tried) && !done {
			s.alive = append(without(s.alive, last), last)
		}
		return s.first(s.alive)
	case nowAndThen:
		if goes && s.rng.IntN(8) != 0 {
			return last
		}
	case oneOfEach:
		if last == 0 && !goes && s.alone == 0 && s.tried < s.lead {
			s.alone = s.tried
		}
		if goes && (last == 0 && s.tried < s.lead || s.rng.IntN(4) != 0) {
			return last
		}
		if t := s.oneOfEach(); t >= 0 {
			return t
		}
	}
	return s.any()
}

// start notes a new thread.
func (s *drawn) start(m *interp.Machine, t int) {
	at := len(s.alive)
	if s.family == byPriority {
		at = s.rng.IntN(at + 1)
	}
	s.alive = slices.Insert(s.alive, at, t)
	s.blocked = append(s.blocked, 0)
	if s.family == oneOfEach {
		k, ok := s.kind[m.Entry(t)]
		if !ok {
			k = len(s.kinds)
			s.kind[m.Entry(t)] = k
			s.kinds = append(s.kinds, nil)
		}
		s.kinds[k] = append(s.kinds[k], t)
	}
}

func without(list []int, t int) []int {
	if list[0] == t {
		return list[1:]
	}
	i := slices.Index(list, t)
	return slices.Delete(list, i, i+1)
}

func (s *drawn) ready(t int) bool { return s.blocked[t] != s.epoch }

// first is the first of some threads that may make a step; -1: none may.
func (s *drawn) first(list []int) int {
	for _, t := range list {
		if s.ready(t) {
			return t
		}
	}
	return -1
}

// any picks one of the threads that may make a step. With thousands of threads, to look at all of them would
// take longer than the step: after a few guesses the next one will do.
func (s *drawn) any() int { return s.pick(s.alive) }

func (s *drawn) pick(list []int) int {
	if len(list) == 0 {
		return -1
	}
	for range 8 {
		if t := list[s.rng.IntN(len(list))]; s.ready(t) {
			return t
		}
	}
	from := s.rng.IntN(len(list))
	if t := s.first(list[from:]); t >= 0 {
		return t
	}
	return s.first(list[:from])
}

// oneOfEach picks among the first threads of each kind.
func (s *drawn) oneOfEach() int {
	from := s.rng.IntN(len(s.kinds))
	for i := range s.kinds {
		k := s.kinds[(from+i)%len(s.kinds)]
		if t := s.pick(k[:min(s.few, len(k))]); t >= 0 {
			return t
		}
	}
	return -1
}
