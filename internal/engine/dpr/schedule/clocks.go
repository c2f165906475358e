package schedule

import (
	"slices"

	"whittle.dev/internal/interp"
)

// Two accesses race in some execution if in this one nothing orders them: not the program order of a thread,
// its start or its end, and no conflict between atomic accesses, or sections, on the way (C. Flanagan, S.
// Freund, "FastTrack: efficient and precise dynamic race detection", PLDI 2009). For if it is the first such
// pair, all other conflicts are ordered. So the steps before the second access that do not come after the
// first one are an execution too, and it ends in a state in which both are next. The interpreter has the last
// word: a race is one if its trace replays.

// clock has by thread how many of its steps come before something.
type clock []uint32

func (c clock) of(t int) uint32 {
	if t < len(c) {
		return c[t]
	}
	return 0
}

// stamped is a visible step of an execution.
type stamped struct {
	thread int
	number uint32 // of the thread, from 1 on
	before clock  // what comes before it of other threads; it is never changed
	// children are the threads that it has started, as a range.
	children [2]int
	accesses []interp.Access // if they are kept
}

// entry is an access to some bytes of a word.
type entry struct {
	bytes uint8 // as bits
	write bool
	plain bool
	step  int32 // the latest of its thread of that kind
	at    int32 // the place among its accesses
}

// clocks follows an execution up to its first race.
type clocks struct {
	m     *interp.Machine
	keep  bool // the accesses of steps
	steps []stamped
	now   []clock // by thread; those of others, as far as the thread knows
	count []uint32
	words map[uint64][]entry
	// step collects the accesses of the step that is being made, and the threads whose end it has waited for.
	step  []interp.Access
	ended []int
	// race is the first one.
	race *racing
}

// racing is a pair of accesses that nothing orders: the steps that they are in, and their places there.
type racing struct {
	first, second     int
	firstAt, secondAt int
}

// mostThreads bounds the threads of an execution that is followed: clocks grow with them.
const mostThreads = 128

func newClocks(m *interp.Machine, keep bool) *clocks {
	c := &clocks{m: m, keep: keep, words: map[uint64][]entry{}, now: make([]clock, 1),
		count: make([]uint32, 1)}
	m.Watch(func(a interp.Access) { c.step = append(c.step, a) })
	return c
}

// begin begins a step, or an attempt to make one.
func (c *clocks) begin() { c.step, c.ended = c.step[:0], c.ended[:0] }

// edge is told of the next edge of the step.
func (c *clocks) edge(t int) {
	if child, ok := c.m.JoinOf(t); ok {
		c.ended = append(c.ended, child)
	}
}

// end is told that a thread has made the step, and reports whether to go on.
func (c *clocks) end(t int) bool {
	if c.m.NumThreads() > mostThreads {
		return false
	}
	for _, child := range c.ended {
		c.after(t, c.now[child], child, c.count[child])
	}
	for i := range c.step {
		c.order(t, &c.step[i])
	}
	c.count[t]++
	s := stamped{thread: t, number: c.count[t], before: c.now[t], children: [2]int{len(c.now), len(c.now)}}
	for len(c.now) < c.m.NumThreads() {
		c.now, c.count = append(c.now, nil), append(c.count, 0)
		c.after(s.children[1], c.now[t], t, c.count[t])
		s.children[1]++
	}
	if c.keep {
		s.accesses = slices.Clone(c.step)
	}
	c.steps = append(c.steps, s)
	for i := range c.step {
		if c.look(t, i, len(c.steps)-1); c.race != nil {
			return false
		}
	}
	for i := range c.step {
		c.note(t, i)
	}
	return true
}

// failed is told that a thread has to wait, and reports whether to go on. What a section has accessed before
// is what it accesses whenever it comes here, and races with what is next to its beginning.
func (c *clocks) failed(t int) bool {
	known := c.now[t]
	for i := range c.step {
		c.order(t, &c.step[i])
	}
	for i := range c.step {
		c.look(t, i, len(c.steps))
	}
	c.now[t] = known
	return c.race == nil
}

// after has a thread come after what another one knows, and after so many of its steps.
func (c *clocks) after(t int, known clock, other int, number uint32) {
	now := c.now[t]
	later := now.of(other) < number
	for i := range known {
		later = later || i != t && now.of(i) < known[i]
	}
	if !later {
		return
	}
	next := make(clock, max(len(now), len(known), other+1))
	copy(next, now)
	for i := range known {
		next[i] = max(next[i], known[i])
	}
	next[other] = max(next[other], number)
	c.now[t] = next
}

// before reports whether a step comes before what a thread does next.
func (c *clocks) before(s *stamped, t int) bool {
	return s.thread == t || c.now[t].of(s.thread) >= s.number
}

// parts calls f for the words that an access is to, with its bytes in them.
func parts(a *interp.Access, f func(word uint64, bytes uint8)) {
	for at, end := a.Addr, a.Addr+a.Size; at < end; {
		word := at &^ 7
		n := min(word+8, end) - at
		f(word, uint8((1<<n-1)<<(at-word)))
		at += n
	}
}

// order has a thread come after the accesses that conflict with one of its own, if both are atomic or in
// sections: one of the two orders has been taken.
func (c *clocks) order(t int, a *interp.Access) {
	if a.Plain {
		return
	}
	parts(a, func(word uint64, bytes uint8) {
		for _, e := range c.words[word] {
			s := &c.steps[e.step]
			if e.bytes&bytes != 0 && !e.plain && (e.write || a.Write) && !c.before(s, t) {
				c.after(t, s.before, s.thread, s.number)
			}
		}
	})
}

// look looks for a race of an access of a step, which has a number.
func (c *clocks) look(t, at, number int) {
	a := &c.step[at]
	parts(a, func(word uint64, bytes uint8) {
		for _, e := range c.words[word] {
			s := &c.steps[e.step]
			if c.race == nil && e.bytes&bytes != 0 && (e.plain || a.Plain) && (e.write || a.Write) &&
				!c.before(s, t) {
				c.race = &racing{int(e.step), number, int(e.at), at}
			}
		}
	})
}

// note enters an access of the latest step.
func (c *clocks) note(t, at int) {
	a := &c.step[at]
	parts(a, func(word uint64, bytes uint8) {
		list := c.words[word]
		i := slices.IndexFunc(list, func(e entry) bool {
			return e.bytes == bytes && e.write == a.Write && e.plain == a.Plain && c.steps[e.step].thread == t
		})
		if i < 0 {
			i = len(list)
			list = append(list, entry{bytes: bytes, write: a.Write, plain: a.Plain})
			c.words[word] = list
		}
		list[i].step, list[i].at = int32(len(c.steps)-1), int32(at)
	})
}
