package randltl

import "slices"

// status is where a thread is, if not at an instruction.
const (
	unborn = -1 - iota
	ended
	stuck // its assumption has failed
)

// state is one state of a program.
type state struct {
	at    [3]int  // instruction
	half  [3]bool // of a load, between its two steps
	value [3]bool // that was read then
	vars  uint8
	owner int // of the lock; -1: nobody
	over  bool
}

// turn is a state after a step.
type turn struct {
	to     int
	thread int // -1: nothing happens any more
	// looks: the thread reads, and changes nothing; acts: it does something that others can tell.
	looks, acts bool
}

// system is all that can be reached.
type system struct {
	p      *Program
	states []state
	turns  [][]turn
	can    [][3]bool // by state and thread: it can go on
	index  map[state]int
}

func (p *Program) explore() *system {
	s := &system{p: p, index: map[state]int{}}
	first := state{at: [3]int{0, unborn, unborn}, owner: -1}
	s.settle(&first, 0)
	s.number(first)
	for i := 0; i < len(s.states); i++ {
		s.expand(i)
	}
	return s
}

func (s *system) number(st state) int {
	i, ok := s.index[st]
	if !ok {
		i = len(s.states)
		s.index[st] = i
		s.states, s.turns, s.can = append(s.states, st), append(s.turns, nil), append(s.can, [3]bool{})
	}
	return i
}

// settle lets a thread jump; what no other can tell happens with the step before it.
func (s *system) settle(st *state, t int) {
	code := s.p.threads[t]
	for range len(code) {
		if st.at[t] >= 0 && st.at[t] < len(code) && code[st.at[t]].op == jump {
			st.at[t] = code[st.at[t]].b
		}
	}
	if t > 0 && st.at[t] == len(code) {
		st.at[t] = ended
	}
}

func (s *system) expand(i int) {
	st := s.states[i]
	if st.over {
		s.turns[i] = []turn{{to: i, thread: -1}}
		return
	}
	looks, acts := false, false
	add := func(next state, t int) {
		s.settle(&next, t)
		s.turns[i] = append(s.turns[i], turn{s.number(next), t, looks && !acts, acts})
	}
	none, alive := true, false
	for t := range s.p.threads {
		at := st.at[t]
		if at == unborn || at == ended {
			continue
		}
		alive = true
		if at == stuck {
			s.can[i][t], none = true, false
			continue
		}
		looks, acts = false, false
		next := st
		next.at[t]++
		var in instruction
		if at < len(s.p.threads[t]) {
			in = s.p.threads[t][at]
		} else {
			in.op = exit
		}
		mask := uint8(1) << in.a
		is := st.vars&mask != 0
		switch in.op {
		case lock:
			if st.owner >= 0 {
				continue
			}
			next.owner = t
		case join:
			if st.at[in.a] != ended {
				continue
			}
		}
		s.can[i][t], none = true, false
		store := func(v bool) {
			acts = acts || v != is
			next.vars &^= mask
			if v {
				next.vars |= mask
			}
		}
		switch in.op {
		case set:
			store(in.b == 1)
		case load:
			if !st.half[t] {
				looks = true
				next.at[t], next.half[t], next.value[t] = at, true, st.vars>>in.b&1 != 0
			} else {
				store(st.value[t])
				next.half[t], next.value[t] = false, false
			}
		case havoc:
			acts = true
			store(true)
			add(next, t)
			store(false)
		case test:
			looks = true
			if is {
				next.at[t] = in.b
			}
		case jump:
			next.at[t] = in.b
		case assume:
			looks = true
			if !is {
				next.at[t] = stuck
			}
		case lock:
			acts = true
		case unlock:
			acts = true
			next.owner = -1
		case join:
			looks = true
		case spawn:
			acts = true
			next.at[in.a] = 0
			s.settle(&next, in.a)
		case exit:
			next.over = true
		}
		add(next, t)
	}
	switch {
	case !alive:
		next := st
		next.over = true
		s.turns[i] = []turn{{to: s.number(next), thread: -1}}
	case none:
		s.turns[i] = []turn{{to: i, thread: -1}}
	}
}

// letter says which variables are set, and after them whether the program has ended.
func (s *system) letter(i int) uint64 {
	l := uint64(s.states[i].vars)
	if s.states[i].over {
		l |= 1 << s.p.vars
	}
	return l
}

// reaches lists the states of a graph that some can reach by at least one edge.
func reaches(from []int, edges func(int) []int) map[int]bool {
	seen := map[int]bool{}
	for work := slices.Clone(from); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range edges(v) {
			if !seen[w] {
				seen[w] = true
				work = append(work, w)
			}
		}
	}
	return seen
}
