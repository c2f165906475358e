package races

import (
	"context"
	"errors"
	"slices"
	"strings"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Deadlocks.
//
// A program has none if threads wait for locks and for the ends of other threads alone, and
//
//	holders    a word that is awaited is not zero only while a thread that has taken it holds it: all writes
//	           to it take it, are by its holder, or make it zero before the first thread is created;
//	order      what a thread holds where it waits for a lock comes before that lock in some order of the
//	           locks, so it waits for none that it holds; the locks of an array are one in that order;
//	ends       no thread ends while it holds a lock; and
//	joins      only the initial thread joins others. That is to wait for what these hold until they end, and
//	           it has a place in the order, too: for threads that begin with the same procedure it is one.
//
// For the holder of what a thread waits for has not ended, and can go on or waits for something later. The
// last one of such a chain can go on. That is so for any number of threads.

// LockOrder is what was shown of the waiting of a program.
type LockOrder struct {
	// Free says that no execution has a deadlock, makes an invalid access, or comes to what is not supported.
	Free bool
	// Why says what is in the way if not.
	Why string
	Pos source.Pos
	// Invalid says that it is an access which is not shown to be valid.
	Invalid bool
	// Locks are the names of the locks, each before those that are taken while it is held.
	Locks []string
	// Taken says which locks are taken while others are held, as far as threads wait for nothing but locks
	// and threads; also if not Free.
	Taken []Taken
	// Ended is the undefined behaviour that executions may end in, if Free.
	Ended []invariant.AssumedUB
}

// Taken says that a lock is taken while another one is held.
type Taken struct {
	Held, Lock string // names for people
	Pos        source.Pos
}

// AnalyseDeadlocks looks for an order of the locks of a program that excludes deadlocks; valid is as for
// Analyse.
func AnalyseDeadlocks(ctx context.Context, p *cfa.Program, valid bool) (*LockOrder, error) {
	x := &analyser{ctx: ctx, prog: p, valid: valid, res: &Result{}}
	d := &waiting{analyser: x, after: map[word]words{}, awaited: words{}, many: map[pointsto.ObjID]word{}}
	inv, err := x.prepare()
	if err == nil && inv != nil {
		d.look()
	}
	switch {
	case errors.Is(err, errMany):
		x.fail(source.Pos{}, "%v", err)
	case err != nil:
		return nil, err
	}
	out := &LockOrder{Why: x.res.Why, Pos: x.res.Pos, Invalid: x.res.Invalid, Free: x.res.Why == ""}
	out.Taken = d.taken
	if !out.Free {
		return out, nil
	}
	for _, w := range d.sorted {
		out.Locks = append(out.Locks, x.wordName(w))
	}
	out.Ended = append(inv.Assumed(), d.joins...)
	return out, nil
}

// waiting is the search for the order.
type waiting struct {
	*analyser
	awaited words                   // those of many are one
	many    map[pointsto.ObjID]word // by object: the family of its words that are awaited
	after   map[word]words          // by lock: those that are taken while it is held
	taken   []Taken
	sorted  words
	joins   []invariant.AssumedUB // those of what may be no thread
}

// look goes through what excludes deadlocks.
func (d *waiting) look() {
	d.findAwaited()
	if d.res.Why == "" && len(d.awaited) > 0 {
		d.checkHolders()
		d.checkCalls()
		d.findOrder()
	}
	if d.res.Why == "" {
		d.checkJoins()
	}
	if d.res.Why == "" {
		d.sort()
	}
}

// edges yields the edges that some thread may execute.
func (d *waiting) edges(yield func(*cfa.Proc, *cfa.Edge) bool) {
	for _, proc := range d.prog.Procs {
		if len(d.threads.RunBy(proc.ID)) == 0 {
			continue
		}
		for _, e := range proc.Edges {
			if len(d.locks.holdings(place{proc.ID, e.From})) > 0 && !yield(proc, e) {
				return
			}
		}
	}
}

// findAwaited finds the words that threads wait for. Whatever else they wait for is in the way.
func (d *waiting) findAwaited() {
	for proc, e := range d.edges {
		switch op := e.Op.(type) {
		case cfa.Await:
			for _, h := range d.locks.holdings(place{proc.ID, e.From}) {
				w, ok := d.locks.awaits(h, op)
				if !ok {
					d.fail(e.Pos, "a thread waits for something else than a lock or the end of a thread")
					return
				}
				d.awaited = d.awaited.with(w.family())
			}
		case cfa.Unsupported:
			d.fail(e.Pos, "not supported: %s", op.What)
		}
	}
	for _, w := range d.awaited {
		if !w.exact() {
			d.many[w.obj] = w
		}
	}
	var all words
	for _, w := range d.awaited {
		f := d.class(w)
		if w != f && !w.alike(f) {
			d.fail(source.Pos{}, "the locks in %s are not known well enough", d.wordName(f))
		}
		all = all.with(f)
	}
	d.awaited = all
}

// class is what stands for a word in the order: all locks of an array are one, so that no thread waits for
// one of them while it holds another.
func (d *waiting) class(w word) word {
	if f, ok := d.many[w.obj]; ok {
		return f
	}
	return w
}

// waitsFor reports whether a lock, or one of its family, is awaited.
func (d *waiting) waitsFor(w word) bool { return d.awaited.has(d.class(w)) }

// awaits is the word that a thread waits for to be zero, if that is what it waits for.
func (l *locks) awaits(h *holding, op cfa.Await) (word, bool) {
	s := l.terms
	c := l.eval(h, op.Cond)
	for _, r := range slices.Sorted(l.registers(c)) {
		sym, sort := l.prog.Regs[r].Sym, l.prog.Regs[r].Sort
		if w, loaded := h.loaded[r]; loaded && sort.IsBitVec() && c == s.Eq(sym, s.BV(sort.Width(), 0)) {
			return w, true
		}
	}
	return word{}, false
}

// checkHolders checks that a word which is awaited is zero unless a thread holds it.
func (d *waiting) checkHolders() {
	for _, w := range d.awaited {
		o := d.pts.Objects[w.obj].Static
		if o == nil || o.Undefined {
			d.fail(source.Pos{}, "the lock %s need not be free at first", d.wordName(w))
			return
		}
		for _, in := range o.Init {
			n := int64(d.prog.Terms.Sort(in.Value).Width() / 8)
			zero := d.prog.Terms.BV(int(n)*8, 0)
			if w.offset().Overlaps(w.size, absint.Exactly(int64(in.Offset)), uint64(n)) && in.Value != zero {
				d.fail(o.Pos, "the lock %s is not free at first", d.wordName(w))
				return
			}
		}
	}
	for proc, e := range d.edges {
		var at target
		op, store := e.Op.(cfa.Store)
		switch f, free := e.Op.(cfa.Free); {
		case store:
			at = d.locks.address(e, op.Addr)
		case free:
			at = d.locks.address(e, f.Addr)
		default:
			continue
		}
		for _, w := range d.awaited {
			if !at.meets(d.locks.size(e), w) {
				continue
			}
			if !store || !d.keepsHolder(place{proc.ID, e.From}, e, op, w) {
				d.fail(e.Pos, "the lock %s is written by a thread that need not hold it", d.wordName(w))
				return
			}
		}
	}
}

// keepsHolder reports whether a store that may be to a lock takes it, is by its holder, or makes it zero
// before the first thread is created. It is to all of the lock then.
func (d *waiting) keepsHolder(at place, e *cfa.Edge, op cfa.Store, w word) bool {
	for _, h := range d.locks.holdings(at) {
		is, ok := d.locks.place(h, e, op.Addr)
		if !ok || is != w && !is.alike(w) {
			return false
		}
		_, takes := d.locks.takes(h, e, op)
		v, constant := d.locks.terms.ConstUint64(d.locks.eval(h, op.Value))
		zero := constant && v == 0
		if !takes && !(zero && (h.held.has(is) || d.threads.Alone(at.proc, e.From))) {
			return false
		}
	}
	return true
}

// checkCalls checks that what a thread holds is known after calls. Where all writes to locks are exact, it
// is known exactly everywhere else, path by path.
func (d *waiting) checkCalls() {
	for _, e := range d.edges {
		if _, ok := e.Op.(cfa.Call); !ok {
			continue
		}
		for _, q := range d.locks.callees(e) {
			for _, at := range d.locks.written(q) {
				if i := slices.IndexFunc(d.awaited, func(w word) bool { return at.meets(0, w) }); i >= 0 {
					d.fail(e.Pos, "the lock %s is written in a call that is not followed",
						d.wordName(d.awaited[i]))
					return
				}
			}
		}
	}
}

// end stands in the order for what threads with a root hold until they end.
func end(root int) word { return word{obj: -1 - pointsto.ObjID(root)} }

// isEnd reports whether a word stands for the ends of threads.
func (w word) isEnd() bool { return w.obj < 0 }

// findOrder notes which locks are taken while others are held, and checks that none is held where a thread
// ends.
func (d *waiting) findOrder() {
	for proc, e := range d.edges {
		for _, h := range d.locks.holdings(place{proc.ID, e.From}) {
			var held words
			for _, w := range slices.Concat(h.held, h.lost) {
				if d.waitsFor(w) {
					held = held.with(d.class(w))
				}
			}
			alone := false
			switch op := e.Op.(type) {
			case cfa.Await:
				w, _ := d.locks.awaits(h, op)
				w = d.class(w)
				for _, v := range held {
					d.after[v] = d.after[v].with(w)
					d.noteTaken(proc, e, v, w)
				}
				for _, root := range d.threads.RunBy(proc.ID) {
					d.after[end(root)] = d.after[end(root)].with(w)
				}
			case cfa.Return:
				alone = d.isStart(proc.ID)
			case cfa.Exit:
				alone = op.Kind == cfa.ExitThread
			case cfa.Join:
				for _, v := range held {
					for root := 1; root < len(d.threads.Roots); root++ {
						d.after[v] = d.after[v].with(end(root))
					}
				}
			}
			if alone && len(held) > 0 {
				d.fail(e.Pos, "a thread holds %s where it ends", d.wordName(held[0]))
				return
			}
		}
	}
}

// noteTaken notes that a lock is taken while another one is held.
func (d *waiting) noteTaken(proc *cfa.Proc, e *cfa.Edge, held, lock word) {
	t := Taken{Held: d.wordName(held), Lock: d.wordName(lock), Pos: d.ownPlace(proc, e)}
	if !slices.Contains(d.taken, t) {
		d.taken = append(d.taken, t)
	}
}

// ownPlace is where the program itself comes to an edge, which may be of the library.
func (d *waiting) ownPlace(proc *cfa.Proc, e *cfa.Edge) source.Pos {
	seen := map[cfa.LocID]bool{}
	for work := []*cfa.Edge{e}; len(work) > 0; work = work[1:] {
		if p := work[0].Pos; p.IsValid() && !strings.HasPrefix(d.prog.Files.Name(p.File), "<") {
			return p
		}
		if from := work[0].From; !seen[from] {
			seen[from] = true
			for _, k := range proc.Locs[from].In {
				work = append(work, proc.Edges[k])
			}
		}
	}
	return e.Pos
}

// isStart reports whether threads that the program creates begin with a procedure, as they may with that of
// the initial thread.
func (d *waiting) isStart(p cfa.ProcID) bool {
	return slices.ContainsFunc(d.threads.Roots[1:], func(r analysis.Root) bool { return r.Proc == p })
}

// checkJoins checks that the initial thread alone joins others. It does not join itself: programs that may do
// so wait in another way (the model of pthread_join).
func (d *waiting) checkJoins() {
	for proc, e := range d.edges {
		if _, ok := e.Op.(cfa.Join); !ok {
			continue
		}
		if !slices.Equal(d.threads.RunBy(proc.ID), []int{0}) {
			d.fail(e.Pos, "a thread that the program creates joins another one")
			return
		}
		if !d.order.known || d.order.unresolved || proc != d.order.proc {
			d.joins = append(d.joins, invariant.AssumedUB{Edge: e, What: "join of what is no thread"})
		}
	}
}

// sort puts the locks in an order, if there is one.
func (d *waiting) sort() {
	const open, done = 1, 2
	state := map[word]int{}
	var visit func(w word) bool
	visit = func(w word) bool {
		if state[w] != 0 {
			return state[w] == done
		}
		state[w] = open
		for _, v := range d.after[w] {
			if !visit(v) {
				if v.isEnd() {
					d.fail(source.Pos{}, "a thread holds %s where it joins one that may wait for it",
						d.wordName(w))
				}
				return false
			}
		}
		state[w] = done
		if !w.isEnd() {
			d.sorted = append(d.sorted, w)
		}
		return true
	}
	for _, w := range slices.Backward(d.awaited) {
		if !visit(w) {
			d.fail(source.Pos{}, "locks are not always taken in the same order")
			return
		}
	}
	slices.Reverse(d.sorted)
}
