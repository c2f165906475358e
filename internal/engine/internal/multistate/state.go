package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// State is a multi-state: explicit control and memory shape, values that are
// terms over symbols, and a path condition over these. It stands for
// all states that some values of the symbols that satisfy the condition give.
// A State that was handed out does not change.
type State struct {
	threads []*thread
	objects []*object // those of program.writable, then those that were made, by region
	parts   []*part   // the path condition
	used    []uint64  // set of numbers of symbols that occur
	// open lets every thread go on, although one has local steps before it.
	open bool
	gen  uint64 // objects and threads with this gen belong to the state alone
}

// thread is one thread of a state.
type thread struct {
	id     uint64
	shared []term.Term // registers of scope Thread
	frames []frame
	atomic int // open atomic sections
	status status
	exit   term.Term
	debts  []int32 // threads that have to end before it goes on, ascending; see debt.go
	gen    uint64
}

// status says what a thread can do next.
type status uint8

const (
	// running: local steps come next, or the rest of a section.
	running status = iota
	// settled: a step comes next that other threads can tell.
	settled
	// stuck: an assumption failed, or the execution ended, behind the last step
	// that others can tell. The thread takes no further step.
	stuck
	// finished: the thread has ended, and can be joined.
	finished
)

// alive reports whether the thread may take a step.
func (t *thread) alive() bool { return t.status <= settled }

// frame is one activation of a procedure.
type frame struct {
	proc *procedure
	loc  cfa.LocID
	regs []term.Term // None: dead
	call *cfa.Edge   // the call that made it; nil of the first
	nth  int         // occurrence of the call, while a trace is made
}

func (t *thread) top() *frame { return &t.frames[len(t.frames)-1] }

// fork returns a copy of st that may be changed. From now on neither changes
// what they share.
func (x *Stepper) fork(st *State) *State {
	c := *st
	c.threads = append([]*thread(nil), st.threads...)
	c.objects = append(make([]*object, 0, len(st.objects)+1), st.objects...)
	c.parts = append([]*part(nil), st.parts...)
	c.used = append([]uint64(nil), st.used...)
	x.gen += 2
	c.gen, st.gen = x.gen, x.gen-1
	return &c
}

// thread returns thread i ready to be changed.
func (x *Stepper) thread(st *State, i int) *thread {
	t := st.threads[i]
	if t.gen == st.gen {
		return t
	}
	c := *t
	c.gen = st.gen
	c.shared = append([]term.Term(nil), t.shared...)
	c.debts = append([]int32(nil), t.debts...)
	c.frames = append(make([]frame, 0, len(t.frames)+1), t.frames...)
	for i := range c.frames {
		c.frames[i].regs = append([]term.Term(nil), t.frames[i].regs...)
	}
	st.threads[i] = &c
	return &c
}

// index is the place of a region in State.objects. constant is set for an
// object that nobody can change; ok is false where there is no object.
func (x *Stepper) index(st *State, region uint64) (i int, constant *object, ok bool) {
	if region >= x.p.firstFree {
		n := region - x.p.firstFree + uint64(len(x.p.writable))
		return int(n), nil, n < uint64(len(st.objects))
	}
	k, ok := x.p.object[region]
	if ok && k < 0 {
		return 0, x.p.constant[-1-k], true
	}
	return int(k), nil, ok
}

// region returns the object in a region, dead or alive, or nil.
func (x *Stepper) region(st *State, region uint64) *object {
	i, constant, ok := x.index(st, region)
	switch {
	case !ok:
		return nil
	case constant != nil:
		return constant
	}
	return st.objects[i]
}

// own returns the object in a region ready to be changed.
func (x *Stepper) own(st *State, region uint64) *object {
	i, constant, ok := x.index(st, region)
	switch {
	case !ok:
		return nil
	case constant != nil:
		return constant // there is nothing to change in it
	}
	o := st.objects[i]
	if o.gen == st.gen {
		return o
	}
	c := *o
	c.gen = st.gen
	c.cells = append(make([]cell, 0, len(o.cells)+1), o.cells...)
	st.objects[i] = &c
	return &c
}

// NumThreads is the number of threads that were started.
func (st *State) NumThreads() int { return len(st.threads) }

// Enabled lists the threads that are to go on from the state: one in an atomic section
// goes on alone, and so does one that has local steps before it, unless the state is open.
// The section comes first: the local steps of another thread may have no end, and
// a state in a section is not opened.
func (st *State) Enabled(list []int) []int {
	list = list[:0]
	for i, t := range st.threads {
		if t.alive() && t.atomic > 0 {
			return append(list, i)
		}
	}
	for i, t := range st.threads {
		switch {
		case !t.alive(), t.status == settled && len(t.debts) > 0:
		case t.status == running && !st.open:
			return append(list[:0], i)
		default:
			list = append(list, i)
		}
	}
	return list
}

// Open returns the state as one in which every thread may go on, or nil if
// that is the case already or another thread must not run.
func (x *Stepper) Open(st *State) *State {
	if st.open {
		return nil
	}
	partial := false
	for _, t := range st.threads {
		if t.status == running {
			if t.atomic > 0 {
				return nil
			}
			partial = true
		}
	}
	alive := 0
	for _, t := range st.threads {
		if t.alive() {
			alive++
		}
	}
	if !partial || alive == 1 {
		return nil
	}
	c := x.fork(st)
	c.open = true
	return c
}

// alone reports whether no thread but i may take a step before i has ended.
func (st *State) alone(i int) bool {
	for j, t := range st.threads {
		if j != i && t.alive() && !st.waits(j, i) {
			return false
		}
	}
	return true
}

// fresh returns a symbol that does not occur in the state.
func (x *Stepper) fresh(st *State, sort term.Sort) term.Term {
	if x.rec != nil {
		x.unique++
		return x.symbol(x.unique, sort)
	}
	for w := range st.used {
		if m := ^st.used[w]; m != 0 {
			k := 0
			for m&1 == 0 {
				m >>= 1
				k++
			}
			st.used[w] |= 1 << k
			return x.symbol(64*w+k, sort)
		}
	}
	st.used = append(st.used, 1)
	return x.symbol(64*(len(st.used)-1), sort)
}
