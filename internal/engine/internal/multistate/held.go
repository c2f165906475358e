package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// The holders of locks in a state.
//
// With Config.Deadlocks a state knows for each thread the locks that it holds, as package interp does for an
// execution: from when a section that is labelled as an operation that takes a lock writes the word of the
// lock, until one that gives locks back, another write, or the end of the object. What is held is part of the
// image of a state. Nothing else depends on it than which threads wait for each other.

// operation is the label of a section that a thread is in. The zero operation is that of one without a label.
type operation struct {
	kind cfa.SyncKind
	lock uint64
}

// takes reports whether the operation takes a lock, or the place of one, for its thread.
func (op operation) takes() bool { return op.lock != 0 && takesLock(op.kind) }

func takesLock(k cfa.SyncKind) bool { return k.Takes() != "" || k == cfa.SyncOnce }

// opens notes the operation of a section that the running thread enters; ok is false if the run ends there.
// The lock is made explicit, as the address of the access that follows would be.
func (x *expansion) opens(r *run, e *cfa.Edge) (ok bool) {
	if !x.cfg.Deadlocks {
		return true
	}
	var op operation
	if e.Sync != nil && e.Sync.Object != term.None && (takesLock(e.Sync.Kind) || e.Sync.Kind.Releases()) {
		op.kind = e.Sync.Kind
		object := x.registers.eval(e.Sync.Object, r.st.threads[r.i])
		if op.lock, ok = x.explicit(r, e, explicit{term: object}); !ok {
			return false
		}
	}
	th := r.st.thread(r.i)
	th.ops = append(slices.Clip(th.ops), op)
	return true
}

// closes notes that the innermost section of the running thread ends.
func (t *thread) closes() {
	if n := len(t.ops); n > 0 {
		t.ops = t.ops[:n-1]
	}
}

// writes notes that thread i writes so many bytes, or ends the object there.
func (st *State) writes(i int, addr, size uint64) {
	if !st.p.deadlocks {
		return
	}
	var op operation
	if ops := st.threads[i].ops; len(ops) > 0 {
		op = ops[len(ops)-1]
	}
	if op.lock == addr && op.takes() {
		t := st.thread(i)
		k, _ := slices.BinarySearch(t.held, addr)
		t.held = slices.Insert(slices.Clip(t.held), k, addr)
		return
	}
	if op.lock == addr && op.kind == cfa.SyncUnlockShared && len(st.holders(addr)) > 1 {
		if k, ok := slices.BinarySearch(st.threads[i].held, addr); ok {
			t := st.thread(i)
			t.held = slices.Delete(slices.Clone(t.held), k, k+1)
			return
		}
	}
	within := func(lock uint64) bool { return addr <= lock && lock < addr+size }
	for k, t := range st.threads {
		if slices.ContainsFunc(t.held, within) {
			t = st.thread(k)
			t.held = slices.DeleteFunc(slices.Clone(t.held), within)
		}
	}
}

// holders lists the threads that hold a lock, each as often as it does.
func (c *control) holders(lock uint64) []int {
	var out []int
	for i, t := range c.threads {
		for _, l := range t.held {
			if l == lock {
				out = append(out, i)
			}
		}
	}
	return out
}

// locks writes what a thread that has not ended holds, and the operations that it is in.
func (e *encoder) locks(t *thread) {
	e.uint(uint64(len(t.held)))
	for _, l := range t.held {
		e.uint(l)
	}
	e.uint(uint64(len(t.ops)))
	for _, op := range t.ops {
		e.buf = append(append(e.buf, op.kind...), 0)
		e.uint(op.lock)
	}
}

// remains writes what matters of the threads that have ended, where they are not written one by one: whether
// one is stuck, so that the execution ends otherwise, and the locks that were not given back.
func (e *encoder) remains(st *State) {
	ended := false
	var locks []uint64
	for _, t := range st.threads {
		if !t.alive() {
			ended = ended || t.status == stuck
			locks = append(locks, t.held...)
		}
	}
	slices.Sort(locks)
	mark := byte(0)
	if ended {
		mark = 1
	}
	e.buf = append(e.buf, mark)
	e.uint(uint64(len(locks)))
	for _, l := range locks {
		e.uint(l)
	}
}
