package multistate

import (
	"context"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// Independence.
//
// An operation that commutes with all that the other threads can do until its thread goes on is a persistent
// set of one transition (P. Godefroid, "Partial-order methods for the verification of concurrent systems",
// LNCS 1032, 1996, chapter 4): it need not be interleaved with them, and comes at once. What others can do is
// known by abstract objects (effects.go), by bytes where addresses are known already (element.go), and ends
// before sections that they cannot enter now (lock.go).

// independence decides which operations commute with all that other threads can do.
type independence struct {
	p         *program
	registers *registers
	symbols   *symbols.Inputs
	ctx       context.Context
	cfg       Config
	effects   *effects // nil: nothing is known of what others do

	locked   map[string]sets // of behindLocks, by indices of locks
	closed   map[lockValue]bool
	accesses map[location]*accesses // of accessesFrom
	kept     int                    // edges in accesses
}

func newIndependence(ctx context.Context, p *program, regs *registers, syms *symbols.Inputs,
	cfg Config) independence {
	return independence{p: p, registers: regs, symbols: syms, ctx: ctx, cfg: cfg, locked: map[string]sets{},
		closed: map[lockValue]bool{}, accesses: map[location]*accesses{}}
}

// commutes reports whether an operation, the next one of thread i, commutes with all that others can do.
func (d *independence) commutes(st *State, i int, e *cfa.Edge) bool {
	if d.p.looks(e) {
		return false
	}
	if a, ok := step.AccessOf(d.p.Program, e.Op); ok {
		return d.cfg.Crowds && a.Kind != step.Release && d.anywhere(st, i, e) ||
			d.access(st, i, a.Addr, a.Size, a.Writes())
	}
	switch op := e.Op.(type) {
	case cfa.Alloc, cfa.Havoc:
		if d.effects == nil {
			return false
		}
		own := d.accessOf(e, st.threads[i], false)
		return d.unrivalled(st, i, func(sets sets, t *thread) bool { return !d.reaches(sets, t, own) })
	case cfa.AtomicBegin:
		return d.section(st, i, e)
	case cfa.Join:
		return d.joinable(st, i, e, op)
	}
	return false
}

// anywhere reports whether an access commutes with all that others can do, wherever it is in the objects that
// it may lead to.
func (d *independence) anywhere(st *State, i int, e *cfa.Edge) bool {
	if d.effects == nil || d.effects.edges[e.ID].any {
		return false
	}
	edge := &d.effects.edges[e.ID]
	own := access{objects: edge.objects, write: edge.write}
	return d.unrivalled(st, i, func(sets sets, t *thread) bool { return !d.reaches(sets, t, own) })
}

// access reports whether an access of thread i to so many bytes, 0: to a whole object, commutes with all that
// other threads will do before that thread has ended.
func (d *independence) access(st *State, i int, addr term.Term, size uint64, write bool) bool {
	if d.effects == nil {
		return false
	}
	a, ok := d.p.terms.ConstUint64(d.registers.eval(addr, st.threads[i]))
	if !ok {
		return false
	}
	o := st.pointed(a)
	if o == nil || !o.live || o.abstract < 0 {
		return false
	}
	own := access{addr: a, size: size, exact: size > 0, objects: []int32{o.abstract}, write: write}
	free := func(sets sets, t *thread) bool { return !d.reaches(sets, t, own) }
	if d.onLock(own) {
		return d.rivals(st, i, d.effects.at, free)
	}
	return d.unrivalled(st, i, free)
}

// start reports whether the start of a thread by thread i commutes with all that others can do: they may not
// start threads, too, because ids are given in the order of starts.
func (d *independence) start(st *State, i int) bool {
	if d.effects == nil {
		return false
	}
	for t := range st.rivals(i) {
		if d.effects.flagged(t, spawns) {
			return false
		}
	}
	return true
}

// unrivalled reports whether something holds of the effects of all threads that may take a step before thread
// i takes its next: first of all that they may have, then of those until i releases the locks that it holds.
func (d *independence) unrivalled(st *State, i int, holds func(sets, *thread) bool) bool {
	if d.rivals(st, i, d.effects.at, holds) {
		return true
	}
	sets := d.behindLocks(st, i)
	return sets != nil && d.rivals(st, i, sets, holds)
}

// rivals reports whether something holds of the effects in sets of all rivals of thread i.
func (d *independence) rivals(st *State, i int, sets sets, holds func(sets, *thread) bool) bool {
	for t := range st.rivals(i) {
		if !holds(sets, t) {
			return false
		}
	}
	return true
}

// Waking.
//
// A thread stops before an operation because of what others may still do. When these have gone on, nothing of
// it may be left: then the operation commutes with all that others can do from now on, as it would have had
// the thread come to it now, and the thread goes on in the step of the other one. That is a persistent set of
// one thread (see independence.go). That no thread is put off for ever is taken care of as for all steps: an
// endless loop is cut at its head into a state that is opened when it is known. A thread is not woken to
// start threads, so that these come one by one.

// wake returns a thread that goes on in the present step, or -1.
func (x *expansion) wake(r *run) int {
	if x.rec != nil {
		if n := len(r.script.wakes); n < len(x.rec.script.wakes) {
			return x.rec.script.wakes[n]
		}
		return -1
	}
	if x.independence.effects == nil || x.cfg.NoWake || r.asleep {
		return -1
	}
	for k, t := range r.st.threads {
		if t.status == settled && !t.crowd && len(t.deferred) == 0 && t.atomic == 0 && len(t.frames) > 0 &&
			x.independence.commutes(r.st, k, t.next()) {
			return k
		}
	}
	return -1
}
