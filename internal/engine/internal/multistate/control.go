package multistate

import (
	"iter"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// control is the explicit control part of a state (section 2.4): a call stack for each thread.
type control struct {
	threads []*thread
	started int // threads, those included that never run and are not among threads
	// open lets every thread go on, although one has local steps before it.
	open  bool
	owner *owner // of the threads that may be changed in place
}

// thread is one thread of a state.
type thread struct {
	id       uint64      // one more than its number among those that were started
	shared   []term.Term // registers of scope Thread
	frames   []frame     // the call stack, innermost last
	atomic   int         // open atomic sections
	status   status
	exit     term.Term
	deferred []int32    // threads that it has joined and that have not ended, ascending; see deferred_join.go
	entry    *procedure // that it was started in; nil after Decode
	held     []uint64   // locks, ascending; ops: the sections that it is in, outermost first; see held.go
	ops      []operation
	owner    *owner
	// crowd: it stands for any number of threads; watched: it never does. See crowd.go.
	crowd, watched bool
}

// status says what a thread can do next.
type status uint8

const (
	// running: local steps come next, or the rest of a section.
	running status = iota
	// settled: a step comes next that other threads can tell.
	settled
	// stuck: an assumption failed, or the execution ended, after the last step
	// that others can tell. The thread takes no further step.
	stuck
	// finished: the thread has ended, and can be joined.
	finished
	// exiting: the thread ends the process next. Only Config.Liveness tells that from stuck.
	exiting
)

// frame is one activation of a procedure.
type frame struct {
	proc *procedure
	loc  cfa.LocID
	regs []term.Term // None: dead
	call *cfa.Edge   // the call that made it; nil of the first
	nth  int         // occurrence of the call, while a trace is made
}

// The bits of crowd and watched in an image, above those of the status.
const (
	crowdFlag   = 0x10
	watchedFlag = 0x20
)

// flags is the status with what else matters in an image.
func (t *thread) flags() byte {
	b := byte(t.status)
	if t.crowd {
		b |= crowdFlag
	}
	if t.watched {
		b |= watchedFlag
	}
	return b
}

// alive reports whether the thread may take a step.
func (t *thread) alive() bool { return t.status <= settled }

// top is the innermost frame.
func (t *thread) top() *frame { return &t.frames[len(t.frames)-1] }

// next is the edge that the thread takes next if there is just one; otherwise one that does nothing.
func (t *thread) next() *cfa.Edge {
	f := t.top()
	return only(f.proc.Proc, f.loc)
}

// values calls visit with the values of a thread that may be changed, whether there is one or None.
func (t *thread) values(visit func(*term.Term)) {
	visit(&t.exit)
	for k := range t.shared {
		visit(&t.shared[k])
	}
	for j := range t.frames {
		for k := range t.frames[j].regs {
			visit(&t.frames[j].regs[k])
		}
	}
}

// nowhere stands for an edge that is missing.
var nowhere = &cfa.Edge{Op: cfa.Fence{}}

// only returns the edge that leaves a location if it is the only one.
func only(proc *cfa.Proc, l cfa.LocID) *cfa.Edge {
	if out := proc.Locs[l].Out; len(out) == 1 {
		return proc.Edges[out[0]]
	}
	return nowhere
}

// thread returns thread i ready to be changed.
func (c *control) thread(i int) *thread {
	t := c.threads[i]
	if t.owner == c.owner {
		return t
	}
	own := *t
	own.owner = c.owner
	own.shared = append([]term.Term(nil), t.shared...)
	own.deferred = append([]int32(nil), t.deferred...)
	own.frames = append(make([]frame, 0, len(t.frames)+1), t.frames...)
	for i := range own.frames {
		own.frames[i].regs = append([]term.Term(nil), t.frames[i].regs...)
	}
	c.threads[i] = &own
	return &own
}

// NumThreads is the number of threads that were started.
func (c *control) NumThreads() int { return c.started }

// byID is the index of the thread with an id. It is -1 for one that never runs; ok is false if there is none.
func (c *control) byID(id uint64) (i int, ok bool) {
	if id == 0 || id > uint64(c.started) {
		return 0, false
	}
	// Without threads that never run it stands at its number.
	for i := min(int(id), len(c.threads)) - 1; i >= 0; i-- {
		if c.threads[i].id <= id {
			if c.threads[i].id == id {
				return i, true
			}
			break
		}
	}
	return -1, true
}

// NumActive is the number of threads that were started and may run, or have run.
func (c *control) NumActive() int {
	return len(c.threads)
}

// Enabled lists the threads that are to go on from the state: one in an atomic section goes on alone, and so
// does one that has local steps before it, unless the state is open. The section comes first: the local steps
// of another thread may have no end, and a state in a section is not opened.
func (c *control) Enabled(list []int) []int {
	list = list[:0]
	for i, t := range c.threads {
		if t.alive() && t.atomic > 0 {
			return append(list, i)
		}
	}
	for i, t := range c.threads {
		switch {
		case !t.alive(), t.status == settled && len(t.deferred) > 0:
		case t.status == running && !c.open:
			return append(list[:0], i)
		default:
			list = append(list, i)
		}
	}
	return list
}

// mayStep reports whether thread i is among those that can go on from the state if it is opened: values that
// are known better may make a thread wait that did not, or be in a section.
func (c *control) mayStep(i int) bool {
	if i >= len(c.threads) || !c.threads[i].alive() ||
		c.threads[i].status == settled && len(c.threads[i].deferred) > 0 {
		return false
	}
	for k, t := range c.threads {
		if k != i && t.alive() && t.atomic > 0 {
			return false
		}
	}
	return true
}

// Opened returns the state as one in which every thread may go on, or nil if
// that is the case already or another thread must not run.
func (st *State) Opened() *State {
	if st.open {
		return nil
	}
	partial, alive := false, 0
	for _, t := range st.threads {
		if t.status == running {
			if t.atomic > 0 {
				return nil
			}
			partial = true
		}
		if t.alive() {
			alive++
		}
	}
	if !partial || alive == 1 {
		return nil
	}
	c := st.fork()
	c.open = true
	return c
}

// rivals yields the threads that may take a step before thread i has ended.
func (c *control) rivals(i int) iter.Seq[*thread] {
	return func(yield func(*thread) bool) {
		for j, t := range c.threads {
			if j != i && t.alive() && !c.waits(j, i) && !yield(t) {
				return
			}
		}
	}
}

// alone reports whether thread i has no rival.
func (c *control) alone(i int) bool {
	for range c.rivals(i) {
		return false
	}
	return true
}
