package explicit

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// Access is an access to memory that was there before there were several threads.
type Access struct {
	Edge         *cfa.Edge
	Thread       int // of Run.Threads
	At           Word
	Write, Plain bool
	// Held names the locks that the thread holds; see Run.Held.
	Held int
}

// Thread is a class of threads: those that run a procedure with the same arguments.
type Thread struct {
	Proc *cfa.Proc
	Many bool // there may be more than one
}

// Run is what the threads may do after the initial thread, thread 0, has set up memory in one way.
type Run struct {
	Threads  []Thread
	Accesses []Access
	// Held are the sets of locks that accesses name.
	Held [][]Word

	f       *follower
	mem     *memory
	varies  map[*object][]bool // which bytes a thread may write
	grown   bool               // in this round
	made    map[makes]*object
	classes []*class
	byStart map[string]int
	seen    map[Access]bool
	heldIDs map[string]int
	key     []byte // room for one
	// The words that are written: true by one that neither takes the lock that it is nor holds it.
	written map[Word]bool
}

// makes names the objects that a thread makes at an edge.
type makes struct {
	thread int
	edge   cfa.EdgeID
}

// class is a class of threads while it is followed.
type class struct {
	proc    *cfa.Proc
	start   *state
	ids     map[string]int32
	states  []*state
	next    [][]int32
	spawned map[spawner]bool
}

// spawner is a state in which threads are created.
type spawner struct {
	class int
	state int32
}

// maxClasses bounds the classes of threads.
const maxClasses = 256

func newRun(f *follower, mem *memory, main *state) *Run {
	r := &Run{f: f, mem: mem, varies: map[*object][]bool{}, made: map[makes]*object{},
		byStart: map[string]int{}}
	proc := f.prog.Procs[f.prog.Entry]
	r.classes = []*class{{proc: proc, start: main}}
	return r
}

// follow follows all threads, in rounds, until none writes what an earlier one has read as constant.
func (r *Run) follow(ctx context.Context) error {
	for {
		r.grown, r.Accesses, r.seen = false, nil, map[Access]bool{}
		r.Held, r.heldIDs, r.written = nil, map[string]int{}, map[Word]bool{}
		for _, c := range r.classes {
			c.ids, c.states, c.next, c.spawned = map[string]int32{}, nil, nil, map[spawner]bool{}
		}
		for i := 0; i < len(r.classes); i++ {
			if err := r.thread(ctx, i); err != nil {
				return err
			}
		}
		if !r.grown {
			break
		}
	}
	r.Threads = make([]Thread, len(r.classes))
	for i, c := range r.classes {
		r.Threads[i] = Thread{c.proc, i > 0}
	}
	for changed := true; changed; {
		changed = false
		for i, c := range r.classes {
			if r.Threads[i].Many && r.once(c) {
				r.Threads[i].Many, changed = false, true
			}
		}
	}
	return nil
}

// once reports whether one thread of a class is created at most: in one state, in which one thread is once.
func (r *Run) once(c *class) bool {
	if len(c.spawned) > 1 {
		return false
	}
	for s := range c.spawned {
		if r.Threads[s.class].Many || r.classes[s.class].returns(s.state) {
			return false
		}
	}
	return true
}

// returns reports whether a path leads from a state to itself.
func (c *class) returns(s int32) bool {
	seen := make([]bool, len(c.states))
	for work := []int32{s}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range c.next[at] {
			if n == s {
				return true
			}
			if !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	return false
}

// thread follows the threads of a class.
func (r *Run) thread(ctx context.Context, i int) error {
	c := r.classes[i]
	w := running{r, i}
	var key []byte
	enter := func(s *state) int32 {
		key = s.key(key)
		id, ok := c.ids[string(key)]
		if !ok {
			id = int32(len(c.states))
			c.ids[string(key)] = id
			c.states, c.next = append(c.states, s), append(c.next, nil)
		}
		return id
	}
	enter(c.start)
	for at := 0; at < len(c.states); at++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := c.states[at]
		for _, k := range c.proc.Locs[s.loc].Out {
			list, err := r.f.step(w, s, c.proc.Edges[k])
			if err != nil {
				return err
			}
			for _, n := range list {
				c.next[at] = append(c.next[at], enter(n))
			}
		}
	}
	return nil
}

// spawn enters the class of a thread that is created.
func (w running) spawn(s *state, e *cfa.Edge, op cfa.Spawn) error {
	f := w.f
	id := op.Proc
	if id == cfa.NoProc {
		return unfollowed(e, "a thread that runs a function which is not known")
	}
	proc := f.prog.Procs[id]
	start := f.entry(proc)
	for i, p := range proc.Params {
		if i >= len(op.Args) || absint.Width(f.prog.Regs[p].Sort) > 64 {
			continue
		}
		v := f.values.Eval(s.regs, op.Args[i]).Interval
		if at, ok := v.Const(); ok {
			if o := w.mem.find(at); o != nil && o.owner != nobody {
				return unfollowed(e, "a thread that gets an object which another one has made since")
			}
		}
		start.regs = start.regs.With(p, v)
	}
	start.regs = start.regs.Only(f.live[id][proc.Entry])
	key := fmt.Sprintf("%d %s", id, start.key(nil))
	class, ok := w.byStart[key]
	if !ok {
		if len(w.classes) == maxClasses {
			return unfollowed(e, "too many threads")
		}
		class = len(w.classes)
		w.byStart[key] = class
		w.classes = append(w.classes, newClass(proc, start))
	}
	own := w.classes[w.thread]
	w.classes[class].spawned[spawner{w.thread, own.ids[string(s.key(nil))]}] = true
	return nil
}

func newClass(proc *cfa.Proc, start *state) *class {
	return &class{proc: proc, start: start, ids: map[string]int32{}, spawned: map[spawner]bool{}}
}

// note lists an access.
func (r *Run) note(a Access, held words) {
	r.key = held.key(r.key[:0])
	id, ok := r.heldIDs[string(r.key)]
	if !ok {
		id = len(r.Held)
		r.heldIDs[string(r.key)] = id
		r.Held = append(r.Held, held)
	}
	a.Held = id
	if !r.seen[a] {
		r.seen[a] = true
		r.Accesses = append(r.Accesses, a)
	}
}

// Exclusive reports whether one thread at a time holds a lock: each write to the word takes it, or is by its
// holder. A thread that holds a lock that is a part of it, or shares a part with it, may make it zero under
// its holder.
func (r *Run) Exclusive(w Word) bool {
	if o := r.mem.find(w.Addr); o == nil || o.owner != nobody {
		return false // one of many
	}
	for at, other := range r.written {
		if at.Overlaps(w) && (other || at != w) {
			return false
		}
	}
	return true
}

// changes notes that a thread may write bytes. Those of which nothing is known may hold anything already.
func (r *Run) changes(o *object, at Word) {
	if !r.mem.content(o) {
		return
	}
	list := r.varies[o]
	if list == nil {
		list = make([]bool, o.size)
		r.varies[o] = list
	}
	part := list[at.Addr-o.base:][:at.Size]
	if slices.Contains(part, false) {
		r.grown = true
		for i := range part {
			part[i] = true
		}
	}
}

// mayChange reports whether a thread may write some of the bytes.
func (r *Run) mayChange(o *object, at Word) bool {
	list := r.varies[o]
	return list != nil && slices.Contains(list[at.Addr-o.base:][:at.Size], true)
}

// entry is the state of a thread that begins: registers of threads are zero, but for its id.
func (f *follower) entry(proc *cfa.Proc) *state {
	s := &state{loc: proc.Entry}
	for i, reg := range f.prog.Regs {
		if w := absint.Width(reg.Sort); reg.Scope == cfa.Thread && cfa.RegID(i) != f.prog.Self && w <= 64 {
			s.regs = s.regs.With(cfa.RegID(i), absint.Just(w, 0))
		}
	}
	return s
}
