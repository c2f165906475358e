package interp

import (
	"bytes"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

// A violation of a formula of temporal logic is an execution that goes on for ever. Its schedule goes twice
// through the part that repeats, and the machine must have the same state before the second time and after
// it: then the execution can do the same again and again, with the same inputs. Which propositions hold is
// read from what the observer of the program writes (cfa.Observer), after each step of another thread. The
// formula is evaluated by its definition, and fairness is looked at thread by thread in the part that
// repeats.

// formulaReplay is the replay of such an execution.
type formulaReplay struct {
	*replay
	observer *cfa.Observer
	formula  *ltl.Formula
	live     *bytecode.Liveness
	letters  []uint64
	unseen   bool     // a step was made since the last of them
	begin    int      // letters before the second time
	state    []byte   // of the machine before the second time
	moved    []bool   // by thread: it steps in the second time
	rested   []bool   // by thread: it is disabled some time then
	free     []bool   // by thread: it is not disabled some time then
	waiting  *waiting // of no-starvation; else nil
}

// formula checks that the execution of the trace violates the formula of the trace.
func (r *replay) formula() (err error) {
	l, p := r.tr.Lasso, r.m.code.CFA
	if l == nil || p.Observer == nil {
		return r.diverge("the trace has no part that repeats, or nothing observes the program")
	}
	x := &formulaReplay{replay: r, observer: p.Observer, live: r.m.Liveness()}
	if r.tr.Property == property.NoStarvation {
		x.waiting = &waiting{m: r.m, thread: l.Starves}
	} else if x.formula, err = ltl.Parse(l.Formula); err != nil {
		return fmt.Errorf("interp: the formula of the trace: %w", err)
	}
	if err := x.schedule(); err != nil {
		return err
	}
	stem, loop, err := x.word()
	switch {
	case err != nil:
		return err
	case x.waiting != nil:
		err = x.starves()
	case x.formula.Holds(stem, loop):
		return r.diverge("the execution satisfies the formula")
	case x.formula.Op == ltl.And:
		r.m.rec.violated = x.formula.Failing(stem, loop).String()
	}
	x.hide()
	return err
}

// hide takes the observer out of the numbers of threads, for people: none of its steps is told.
func (x *formulaReplay) hide() {
	x.m.rec.hidden = x.observer.Thread
	for i := range x.m.rec.steps {
		s := &x.m.rec.steps[i]
		for _, n := range []*int{&s.Thread, &s.Child} {
			if *n > x.observer.Thread {
				*n--
			}
		}
	}
}

// schedule follows the schedule.
func (x *formulaReplay) schedule() error {
	l := x.tr.Lasso
	for i, k := range x.tr.Schedule {
		x.entry, x.key = i, k
		x.m.stopAt(k)
		switch i {
		case l.First:
			x.m.rec.repeats = len(x.m.rec.steps)
		case l.Second:
			x.m.rec.once = len(x.m.rec.steps)
			x.follows()
			x.begin, x.state = len(x.letters), x.m.AppendState(nil, x.live)
			x.look()
		}
		before := x.m.epoch
		if err := x.follow(k); err != nil {
			return err
		}
		switch {
		case x.m.outcome.Kind == Canceled:
			return x.m.outcome.Err
		case x.m.outcome.Kind != Running:
			return x.diverge("the execution ends: %s", &x.m.outcome)
		case x.m.epoch > before+1:
			return x.diverge("several steps that others can tell lie between two that are observed")
		case k.Thread != x.observer.Thread:
			if err := x.step(i, k.Thread); err != nil {
				return err
			}
			continue
		}
		if err := x.observe(); err != nil {
			return err
		}
		if i >= l.Second {
			x.look()
		}
	}
	x.entry, x.key = len(x.tr.Schedule), trace.NoViolation
	if len(x.letters) == 0 || x.unseen {
		return x.diverge("the last state is not observed")
	}
	return nil
}

// follows has the machine follow what the thread does that waits, from now on.
func (x *formulaReplay) follows() {
	if x.waiting != nil {
		x.m.rec.waiting = x.waiting
		x.m.Watch(x.waiting.watch)
	}
}

// step notes that a thread other than the observer has made a step. Between two steps there is an
// observation, but the end of a thread is none that a proposition can tell.
func (x *formulaReplay) step(i, thread int) error {
	if x.unseen && !x.m.threads[thread].done {
		return x.diverge("the observer does not step after each step of another thread")
	}
	x.unseen = true
	for len(x.moved) <= thread {
		x.moved = append(x.moved, false)
	}
	x.moved[thread] = x.moved[thread] || i >= x.tr.Lasso.Second
	return nil
}

// observe reads which propositions hold.
func (x *formulaReplay) observe() error {
	addr := x.m.code.CFA.Objects[x.observer.Object].Addr
	o, off, ok := x.m.mem.Locate(addr, 8, false)
	if !ok {
		return x.diverge("what the observer writes is not there")
	}
	lo, _ := x.m.mem.Read(o, off, 8)
	x.letters, x.unseen = append(x.letters, lo), false
	return nil
}

// look finds out which threads are disabled.
func (x *formulaReplay) look() {
	for i := range x.m.threads {
		for len(x.rested) <= i {
			x.rested, x.free = append(x.rested, false), append(x.free, false)
		}
		if x.m.rests(i) {
			x.rested[i] = true
		} else {
			x.free[i] = true
		}
	}
}

// rests reports whether a thread has ended, or can only run to where it is disabled.
func (m *Machine) rests(i int) bool {
	return m.threads[i].done || m.Clone(m.decide).runUp(i) == Blocked
}

// word is the sequence of letters of the execution: it begins with stem and repeats loop for ever.
func (x *formulaReplay) word() (stem, loop []uint64, err error) {
	l := x.tr.Lasso
	switch {
	case l.Second == len(x.tr.Schedule):
		last := x.letters[len(x.letters)-1]
		if last, err = x.stays(last); err != nil {
			return nil, nil, err
		}
		x.m.rec.repeats = len(x.m.rec.steps)
		return x.letters, []uint64{last}, nil
	case !bytes.Equal(x.state, x.m.AppendState(nil, x.live)):
		return nil, nil, x.diverge("the state is another one after the part that repeats")
	}
	for i := range x.m.threads {
		moved := i < len(x.moved) && x.moved[i]
		if i == x.observer.Thread || moved {
			continue
		}
		if unfair := l.Fairness == property.Weak && !x.rested[i] ||
			l.Fairness == property.Strong && x.free[i]; unfair {
			return nil, nil, x.diverge("thread %d could go on and never does, which is not fair", i)
		}
	}
	x.m.rec.cut()
	return x.letters[:x.begin], x.letters[x.begin:], nil
}

// stays checks that the execution stays in its last state, and returns the letter of that.
func (x *formulaReplay) stays(last uint64) (uint64, error) {
	end := uint64(0)
	if x.formula != nil {
		for i, a := range x.formula.Atoms() {
			if a.Kind == ltl.End {
				end = 1 << i
			}
		}
	}
	if i := x.tr.Lasso.Exit; i != trace.NoThread {
		t, err := x.thread(i)
		if err != nil {
			return 0, err
		}
		for {
			if t.done {
				return 0, x.diverge("the thread has ended without the process")
			}
			switch ev := x.m.step(t); {
			case ev == Stopped && x.m.outcome.Kind == Exited:
				return last | end, nil
			case ev == Stopped:
				return 0, x.diverge("the execution ends: %s", &x.m.outcome)
			case ev == Visible, ev == Blocked:
				return 0, x.diverge("the thread does not end the process next")
			}
		}
	}
	ended := true
	for i, t := range x.m.threads {
		if i == x.observer.Thread {
			continue
		}
		if !x.m.rests(i) && !x.m.ends(i) {
			return 0, x.diverge("thread %d can go on", i)
		}
		ended = ended && (t.done || x.m.ends(i))
	}
	if ended {
		last |= end
	}
	return last, nil
}

// ends reports whether a thread has ended, or ends before it does anything that others can tell.
func (m *Machine) ends(i int) bool {
	if m.threads[i].done {
		return true
	}
	c := m.Clone(m.decide)
	for range maxLocal {
		if ev := c.step(c.threads[i]); c.threads[i].done {
			return true
		} else if ev > Inside {
			return false
		}
	}
	return false
}
