package races

import (
	"context"
	"errors"
	"maps"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/invariant"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// Locks.
//
// A section takes a lock if it finds a word zero and makes it another constant. From then on its thread holds
// the lock, until it writes the word again, or may.
//
// One thread at a time holds a lock if every write that may be to the word takes it, is by a thread that
// holds it, or comes before the first thread is created. For while a thread holds it the word is not zero:
// another thread can neither write the word, nor take the lock, since a section that takes it finds it zero.
//
// What a thread holds is found by a flow analysis, apart for the paths that hold different locks; with
// constants of registers, so that what a thread tries to take is told apart after the section as well.

// errMany says that a program is too much for this analysis.
var errMany = errors.New("too many combinations of locks")

// maxHoldings bounds the sets of locks at one location, maxVisits the locations that are looked at again.
const (
	maxHoldings = 24
	maxVisits   = 200_000
)

// locks finds what threads hold.
type locks struct {
	prog    *cfa.Program
	terms   *term.Store // a fork
	pts     *pointsto.Result
	threads *analysis.Threads
	callees func(*cfa.Edge) []cfa.ProcID
	inv     *invariant.Invariant
	addr    map[cfa.EdgeID]target // of accesses, once it was asked for
	procOf  []cfa.ProcID          // by edge
	regOf   map[term.Term]cfa.RegID

	at    [][]map[string]*holding // by procedure and location
	work  []*analysis.Worklist    // by procedure
	wrote map[cfa.ProcID][]target // by procedure: what it and those it calls may write
	err   error
}

type place struct {
	proc cfa.ProcID
	loc  cfa.LocID
}

func newLocks(p *cfa.Program, pts *pointsto.Result, inv *invariant.Invariant,
	threads *analysis.Threads) *locks {
	l := &locks{prog: p, terms: p.Terms.Fork(), pts: pts, threads: threads, callees: pts.Callees,
		inv: inv, addr: map[cfa.EdgeID]target{}, procOf: make([]cfa.ProcID, p.NumEdges),
		regOf: map[term.Term]cfa.RegID{}, wrote: map[cfa.ProcID][]target{}}
	for i := range p.Regs {
		l.regOf[p.Regs[i].Sym] = cfa.RegID(i)
	}
	for _, proc := range p.Procs {
		l.at = append(l.at, make([]map[string]*holding, len(proc.Locs)))
		l.work = append(l.work, analysis.NewWorklist(threads.Order(proc.ID), false))
		for _, e := range proc.Edges {
			l.procOf[e.ID] = proc.ID
		}
	}
	return l
}

// solve finds what is held at each location.
func (l *locks) solve(ctx context.Context) error {
	for _, root := range l.threads.Roots {
		if err := l.enter(place{root.Proc, l.prog.Procs[root.Proc].Entry}, fresh()); err != nil {
			return err
		}
	}
	for n := 0; ; n++ {
		if n > maxVisits || l.err != nil {
			return errMany
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		i := slices.IndexFunc(l.work, func(w *analysis.Worklist) bool { return !w.Empty() })
		if i < 0 {
			return nil
		}
		at := place{cfa.ProcID(i), l.work[i].Pop()}
		proc := l.prog.Procs[at.proc]
		for _, h := range l.holdings(at) {
			for _, k := range proc.Locs[at.loc].Out {
				e := proc.Edges[k]
				if next := l.step(h, e); next != nil {
					if err := l.enter(place{at.proc, e.To}, next); err != nil {
						return err
					}
				}
			}
		}
	}
}

// fresh is what a new thread holds, in no section.
func fresh() *holding {
	return &holding{regs: map[cfa.RegID]term.Term{}, sums: map[cfa.RegID]term.Term{},
		loaded: map[cfa.RegID]word{}}
}

// holdings lists what is known at a place, in a fixed order.
func (l *locks) holdings(at place) []*holding {
	m := l.at[at.proc][at.loc]
	var out []*holding
	for _, h := range m {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b *holding) int { return slices.CompareFunc(a.held, b.held, word.compare) })
	return out
}

// enter adds what is known on a path to a place.
func (l *locks) enter(at place, h *holding) error {
	m := l.at[at.proc][at.loc]
	if m == nil {
		m = map[string]*holding{}
		l.at[at.proc][at.loc] = m
	}
	k := h.key()
	if old := m[k]; old == nil {
		if len(m) == maxHoldings {
			return errMany
		}
		m[k] = h.clone()
	} else {
		if !old.exceeds(h) {
			return nil
		}
		c := old.clone()
		c.narrow(h)
		m[k] = c
	}
	l.work[at.proc].Push(at.loc)
	return nil
}

// step is what is known after an edge; nil: it is not taken.
func (l *locks) step(h *holding, e *cfa.Edge) *holding {
	h = h.clone()
	x := step.Of(l.prog, e.Op)
	if x.Guard != term.None {
		return l.assume(h, x.Guard)
	}
	if x.Section != 0 {
		if h.depth = max(h.depth+int(x.Section), 0); h.depth == 0 {
			h.outside()
		}
		return h
	}
	switch op := e.Op.(type) {
	case cfa.Assign:
		w, copied := h.loaded[l.regOf[op.Value]]
		copied = copied && l.isReg(op.Value)
		v, sum := l.eval(h, op.Value), l.substitute(h.sums, op.Value)
		l.forget(h, op.Dst)
		if l.terms.IsConst(v) {
			h.regs[op.Dst] = v
		}
		if len(l.pts.Of(op.Value).Refs) > 0 && !l.mentions(sum, op.Dst) {
			h.sums[op.Dst] = sum
		}
		if copied {
			h.loaded[op.Dst] = w
		}
	case cfa.Load:
		w, ok := l.place(h, e, op.Addr)
		l.forget(h, op.Dst)
		if ok && h.depth > 0 && !l.mentions(w.at, op.Dst) {
			h.loaded[op.Dst] = w
		}
	case cfa.Store:
		l.store(h, e, op)
	case cfa.Free:
		l.overwrite(h, l.address(e, op.Addr))
	case cfa.Call:
		return l.call(h, e)
	default:
		if r := cfa.Def(e.Op); r != cfa.NoReg {
			l.forget(h, r)
		}
	}
	return h
}

// forget is for a register that gets a value that is not known.
func (l *locks) forget(h *holding, r cfa.RegID) {
	if r == cfa.NoReg {
		return
	}
	delete(h.regs, r)
	delete(h.sums, r)
	delete(h.loaded, r)
	old := func(w word) bool { return l.mentions(w.at, r) }
	maps.DeleteFunc(h.sums, func(_ cfa.RegID, t term.Term) bool { return l.mentions(t, r) })
	maps.DeleteFunc(h.loaded, func(_ cfa.RegID, w word) bool { return old(w) })
	h.zero = slices.DeleteFunc(slices.Clone(h.zero), old)
	if slices.ContainsFunc(h.held, old) {
		h.lose(old, false)
	}
}

// mentions reports whether a register occurs in a term.
func (l *locks) mentions(t term.Term, r cfa.RegID) bool {
	return t != term.None && slices.Contains(l.terms.Symbols(t), l.prog.Regs[r].Sym)
}

// isReg reports whether a term is a register.
func (l *locks) isReg(t term.Term) bool {
	_, ok := l.regOf[t]
	return ok
}

// eval puts the constants in for registers.
func (l *locks) eval(h *holding, t term.Term) term.Term { return l.substitute(h.regs, t) }

// substitute puts values in for registers.
func (l *locks) substitute(values map[cfa.RegID]term.Term, t term.Term) term.Term {
	if t == term.None || len(values) == 0 || l.terms.IsConst(t) {
		return t
	}
	put := map[term.Term]term.Term{}
	for _, sym := range l.terms.Symbols(t) {
		if r, ok := l.regOf[sym]; ok && values[r] != term.None {
			put[sym] = values[r]
		}
	}
	if len(put) == 0 {
		return t
	}
	return term.NewSubstituter(l.terms, put).Apply(t)
}

// assume is what is known where a condition holds.
func (l *locks) assume(h *holding, cond term.Term) *holding {
	c := l.eval(h, cond)
	if l.terms.IsFalse(c) {
		return nil
	}
	s := l.terms
	for _, r := range slices.Sorted(l.registers(c)) {
		sym, sort := l.prog.Regs[r].Sym, l.prog.Regs[r].Sort
		switch {
		case c == sym:
			h.regs[r] = s.True()
		case sort.IsBool() && c == s.Not(sym):
			h.regs[r] = s.False()
		case sort.IsBitVec() && c == s.Eq(sym, s.BV(sort.Width(), 0)):
			h.regs[r] = s.BV(sort.Width(), 0)
			if w, ok := h.loaded[r]; ok {
				h.zero = h.zero.with(w)
			}
		}
	}
	return h
}

// registers yields the registers of a term.
func (l *locks) registers(t term.Term) func(func(cfa.RegID) bool) {
	return func(yield func(cfa.RegID) bool) {
		for _, sym := range l.terms.Symbols(t) {
			if r, ok := l.regOf[sym]; ok && !yield(r) {
				return
			}
		}
	}
}

// takes reports whether a store takes a lock.
func (l *locks) takes(h *holding, e *cfa.Edge, op cfa.Store) (word, bool) {
	w, ok := l.place(h, e, op.Addr)
	if !ok || h.depth == 0 || !h.zero.has(w) {
		return w, false
	}
	v, constant := l.terms.ConstUint64(l.eval(h, op.Value))
	return w, constant && v != 0
}

// store is for a Store. One that takes a lock, or is by the holder of that lock, is to no other lock that the
// thread holds: what is taken was found zero, and so was what is held, when it was taken.
func (l *locks) store(h *holding, e *cfa.Edge, op cfa.Store) {
	w, takes := l.takes(h, e, op)
	is, known := l.place(h, e, op.Addr)
	own := known && (takes || h.held.has(is))
	h.held = h.held.keep(func(v word) bool { return v != is })
	at, size := l.address(e, op.Addr), l.size(e)
	goes := func(v word) bool { return at.meets(size, v) }
	h.lose(func(v word) bool { return goes(v) && !(own && is.alike(v)) }, known && is.exact())
	l.outdate(h, goes)
	if takes {
		h.held = h.held.with(w)
	}
}

// overwrite is for a write to whole objects.
func (l *locks) overwrite(h *holding, v target) {
	goes := func(w word) bool { return v.meets(0, w) }
	h.lose(goes, true)
	l.outdate(h, goes)
}

// outdate forgets what was read of words.
func (l *locks) outdate(h *holding, goes func(word) bool) {
	maps.DeleteFunc(h.loaded, func(_ cfa.RegID, w word) bool { return goes(w) })
	h.zero = slices.DeleteFunc(slices.Clone(h.zero), goes)
}

// call enters the procedures that are called, and is what is known after that.
func (l *locks) call(h *holding, e *cfa.Edge) *holding {
	inside := fresh()
	h.lose(func(w word) bool { return !w.exact() }, false)
	clear(h.sums)
	inside.held, inside.lost, inside.depth = h.held, h.lost, min(h.depth, 1)
	h.outside()
	l.forget(h, cfa.Def(e.Op))
	for r := range h.regs {
		if l.prog.Regs[r].Scope == cfa.Thread {
			delete(h.regs, r)
		}
	}
	for _, q := range l.callees(e) {
		l.err = errors.Join(l.err, l.enter(place{q, l.prog.Procs[q].Entry}, inside))
		for _, v := range l.written(q) {
			l.overwrite(h, v)
		}
	}
	return h
}

// written lists where a procedure and those that it calls may write.
func (l *locks) written(p cfa.ProcID) []target {
	if v, ok := l.wrote[p]; ok {
		return v
	}
	var out []target
	seen := map[cfa.ProcID]bool{p: true}
	for work := []cfa.ProcID{p}; len(work) > 0; {
		q := work[0]
		work = work[1:]
		for _, e := range l.prog.Procs[q].Edges {
			if a, ok := step.AccessOf(l.prog, e.Op); ok && a.Writes() {
				out = append(out, l.address(e, a.Addr))
			}
			if _, ok := e.Op.(cfa.Call); ok {
				for _, r := range l.callees(e) {
					if !seen[r] {
						seen[r] = true
						work = append(work, r)
					}
				}
			}
		}
	}
	l.wrote[p] = out
	return out
}
