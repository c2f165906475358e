package interp

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// A thread waits for ever in an execution that goes on for ever if it has not ended and makes no more steps;
// or if it only looks at memory in the part that repeats: it reads, and changes nothing but automatic
// variables of its own of which no other thread has the address, starts no thread, and has no input or
// output. One that waits for the end of another thread is not meant.

// waiting follows what the thread does in the part that repeats that is said to wait.
type waiting struct {
	m      *Machine
	thread int
	looked bool   // it has looked at memory
	acted  bool   // it has done something else than to look
	stored *store // not yet compared with what was there
}

// store is a store that is about to be made.
type store struct {
	addr, size uint64
	lo, hi     uint64 // what was there
}

// watch is called before each access.
func (w *waiting) watch(a Access) {
	w.compare()
	if a.Key.Thread != w.thread || !a.Write {
		return
	}
	o, off, ok := w.m.mem.Locate(a.Addr, a.Size, true)
	if !ok || o.Static < 0 && o.Kind == cfa.Stack && o.Key.Thread == w.thread && !o.Exposed {
		return
	}
	lo, hi := w.m.mem.Read(o, off, a.Size)
	w.stored = &store{a.Addr, a.Size, lo, hi}
}

// compare finds out whether the last store has changed memory.
func (w *waiting) compare() {
	s := w.stored
	if w.stored = nil; s == nil {
		return
	}
	o, off, ok := w.m.mem.Locate(s.addr, s.size, false)
	if !ok {
		w.acted = true
		return
	}
	lo, hi := w.m.mem.Read(o, off, s.size)
	w.acted = w.acted || lo != s.lo || hi != s.hi
}

// after is called after each edge; w may be nil.
func (w *waiting) after(t *thread, e *bytecode.Edge) {
	if w == nil || t.index != w.thread {
		return
	}
	w.acted = w.acted || cfa.Acts(e.CFA.Op)
	w.looked = w.looked || cfa.Looks(e.CFA.Op)
}

// standing is the edge that the thread takes next, after those that no other thread can tell if it makes no
// more steps. None of these is told.
func (x *formulaReplay) standing(t *thread, moved bool) *cfa.Edge {
	told := len(x.m.rec.steps)
	for n := 0; ; n++ {
		e := x.m.Next(t.index)
		if e == nil {
			f := t.top()
			e = f.proc.CFA.Edges[f.proc.CFA.Locs[f.loc].Out[0]]
		}
		if moved || cfa.IsVisible(e.Op) || n > maxLocal || x.m.step(t) > Inside || t.done {
			x.m.rec.steps = x.m.rec.steps[:told]
			return e
		}
	}
}

// starves checks that the thread waits for ever, and makes that the violation.
func (x *formulaReplay) starves() error {
	w := x.waiting
	t, err := x.thread(w.thread)
	if err != nil {
		return err
	}
	moved := w.thread < len(x.moved) && x.moved[w.thread]
	w.compare()
	switch {
	case w.thread == x.observer.Thread, t.done, x.m.ends(w.thread):
		return x.diverge("thread %d does not wait", w.thread)
	case x.tr.Lasso.Fairness == property.Unfair:
		return x.diverge("thread %d need not be given a turn", w.thread)
	case x.tr.Lasso.Exit != trace.NoThread:
		return x.diverge("the program ends")
	case moved && w.acted:
		return x.diverge("thread %d does more than to wait", w.thread)
	case moved && !w.looked:
		return x.diverge("thread %d waits for nothing that others could do", w.thread)
	}
	e := x.standing(t, moved)
	what := "the thread waits for ever"
	if wait := x.m.wait(t); !moved && wait.Kind == trace.WaitJoin {
		return x.diverge("thread %d waits for nothing but the end of another one", w.thread)
	} else if !moved {
		wait.Holders = nil
		what += strings.TrimPrefix(wait.Reason(), ": it waits")
	}
	k := trace.Key{Thread: w.thread, Origin: e.Origin, Occurrence: t.counts.get(e.Origin)}
	x.m.outcome = Outcome{Kind: Violated, Property: property.NoStarvation, Key: k, Edge: e, Pos: e.Pos,
		User: userPos(t, e), What: what}
	return nil
}
