package multistate

import (
	"fmt"
	"slices"

	"whittle.dev/internal/trace"
)

// Deadlocks.
//
// A state has a deadlock if for some values that it stands for no thread can go on, although not all have
// ended; or if some threads wait for each other in a circle, or one for a lock whose holder has ended without
// giving it back: then these wait for ever, whatever the others do. What the threads wait for may depend on
// symbols, so it is asked whether all can be disabled together: the state is restricted to values for which
// the first thread is, then to those for which the second is, and so on.
//
// A thread that is stuck has an end of the execution before it, a failing assumption or the end of the
// process for instance, and would come to it: while there is one no state has a deadlock of all threads. But
// a circle stays one, and existed before that end was reached.
//
// # Why the reductions keep deadlocks
//
// Deadlocks of all threads are kept by persistent sets (P. Godefroid, "Partial-order methods for the
// verification of concurrent systems", LNCS 1032, 1996, theorem 4.3), and each time a step goes on the next
// operation is one, unless it is disabled: then, for the values for which it is, the run ends before it, in a
// state in which the thread stands there (expansion.go, begun). Circles are kept as all that stays true once
// it is: from each state that the search leaves out, steps lead to one that it does not, since no thread is
// ignored for ever.
//
//	sections, locks     as above. The thread that is alone begins each section so that it can be put back.
//	starts, waking      are steps that go on.
//	local edges, ends   cannot be disabled, and enable others only. A thread in a local loop can go on.
//	deferred Joins      the thread is disabled until the joined thread has ended, wherever it stands.
//	symmetry            threads that wait are told apart by nothing but their frames and what they hold; that
//	                    one is stuck, and what those that have ended hold, is in the image (held.go).
//	garbage             an object that nothing leads to is held by nobody.
//	subsumption         a state is looked at before it is explored, for all values that it stands for.

// Circle is a deadlock: threads of which each waits for the next one, or one alone.
type Circle struct {
	Threads []int
	All     bool // these are all threads that have not ended, and wait for whatever
}

// maxVisits bounds the search for circles in one state.
const maxVisits = 10_000

// Deadlock looks for a deadlock in a state; nil: there is none. sure is false if there may be one that was
// not found. The error is that of the context.
func (x *Stepper) Deadlock(st *State) (found *Circle, sure bool, err error) {
	d := deadlocks{x: x, sure: true, left: maxVisits, known: map[int]bool{}}
	w, circle, err := d.find(st)
	if err != nil || w == nil {
		return nil, d.sure, err
	}
	return circle, true, nil
}

// deadlocks is the search for a deadlock in one state.
type deadlocks struct {
	x     *Stepper
	sure  bool
	left  int
	path  []int
	known map[int]bool // threads from which no circle is reached, whatever the values are
}

// find returns a deadlock, and the values for which it is one.
func (d *deadlocks) find(st *State) (*State, *Circle, error) {
	all := true
	var alive []int
	for i, t := range st.threads {
		switch {
		case t.alive() && t.atomic > 0:
			return nil, nil, nil // in the middle of a step
		case t.alive():
			alive = append(alive, i)
			all = all && (len(t.deferred) > 0 || t.status == settled && d.x.mayWait(t))
		case t.status == stuck:
			all = false
		}
	}
	if all && len(alive) > 0 {
		if w, err := d.together(st, alive); w != nil || err != nil {
			return w, &Circle{Threads: alive, All: true}, err
		}
	}
	for _, i := range alive {
		d.path = d.path[:0]
		if w, circle, err := d.circle(st, i); w != nil || err != nil {
			return w, &Circle{Threads: circle}, err
		}
	}
	return nil, nil, nil
}

// ways is disabled, with what could not be told noted.
func (d *deadlocks) ways(st *State, i int) ([]waiting, error) {
	list, sure, err := d.x.disabled(st, i)
	d.sure = d.sure && sure
	return list, err
}

// together returns a state with values for which all of some threads are disabled, or nil.
func (d *deadlocks) together(st *State, threads []int) (*State, error) {
	if len(threads) == 0 {
		return st, nil
	}
	list, err := d.ways(st, threads[0])
	if err != nil {
		return nil, err
	}
	for _, w := range list {
		if out, err := d.together(w.st, threads[1:]); out != nil || err != nil {
			return out, err
		}
	}
	return nil, nil
}

// circle returns threads to which thread i leads and that wait for each other, and values for which they do.
func (d *deadlocks) circle(st *State, i int) (*State, []int, error) {
	if d.known[i] {
		return nil, nil, nil
	}
	if d.left--; d.left < 0 {
		d.sure = false
		return nil, nil, nil
	}
	d.path = append(d.path, i)
	list, err := d.ways(st, i)
	if err != nil {
		return nil, nil, err
	}
	clear := true // what was found holds for all values of the state that was begun with
	for _, w := range list {
		clear = clear && len(w.st.log) == 0
		var blockers []int
		switch {
		case w.child >= 0:
			blockers = []int{w.child}
		case w.op.takes():
			blockers = w.st.holders(w.op.lock)
		}
		for _, u := range blockers {
			t := w.st.threads[u]
			switch k := slices.Index(d.path, u); {
			case k >= 0:
				return w.st, slices.Clone(d.path[k:]), nil
			case t.status == finished && w.child < 0:
				return w.st, []int{i}, nil
			case t.alive():
				if out, threads, err := d.circle(w.st, u); out != nil || err != nil {
					return out, threads, err
				}
			}
		}
	}
	d.path = d.path[:len(d.path)-1]
	if clear {
		d.known[i] = true
	}
	return nil, nil, nil
}

// Deadlocked makes the trace of the execution that was followed to a state end in a deadlock, which was found
// there with values that may have been known less well.
func (rec *Recorder) Deadlocked(st *State, found *Circle) error {
	x := rec.x
	x.conditions.assumed, x.rec = nil, nil
	defer func() { x.conditions.assumed, x.rec = &rec.conds, rec }()
	st = st.fork()
	st.logged = true
	d := deadlocks{x: x, sure: true, left: maxVisits, known: map[int]bool{}}
	var w *State
	var err error
	threads := found.Threads
	if found.All {
		w, err = d.together(st, threads)
	} else {
		w, threads, err = d.circle(st, threads[0])
	}
	switch {
	case err != nil:
		return err
	case w == nil:
		return fmt.Errorf("%w: its deadlock was not reached again", ErrLost)
	}
	rec.conds = append(rec.conds, w.log...)
	rec.stand(st)
	if rec.end = trace.NoViolation; !found.All {
		rec.end = rec.waitsAt(st, threads[0])
	}
	return nil
}

// stand adds the steps to the schedule that threads with deferred Joins make before they wait.
func (rec *Recorder) stand(st *State) {
	for i := range st.threads {
		list := rec.deferred[i]
		n := slices.IndexFunc(list, func(d deferredStep) bool {
			return d.child >= 0 && st.threads[d.child].status != finished
		})
		for _, d := range list[:max(n, 0)] {
			rec.schedule = append(rec.schedule, d.key)
		}
		if n > 0 {
			rec.deferred[i] = list[n:]
		}
	}
}

// waitsAt is the edge at which a thread is disabled, after stand.
func (rec *Recorder) waitsAt(st *State, i int) trace.Key {
	if list := rec.deferred[i]; len(list) > 0 {
		return list[0].key
	}
	return rec.key(&run{st: st, i: i}, st.threads[i].next())
}
