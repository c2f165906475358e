package dpr

import (
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/interp"
)

// Depth first, most executions make the same choices as the one before but for the last few. So states are
// kept of an execution from before some of its choices, and the next execution goes on from the last state up
// to which it makes the same choices: it does the same until then, since inputs stay as they are.

// state is what an execution was like before it made a choice.
type state struct {
	machine     interp.Saved
	walker      dsa.Saved[value]
	path, atoms int
	reason      set
}

// states are those of the latest execution, the oldest first.
type states struct {
	kept []*state
	free []*state
	// last is the step at which a state was kept, or the execution began or went on, and cost how many steps
	// are as dear as a state: so many are made from one to the next.
	last, cost uint64
}

// Bounds of what is kept: the number of states, how many of their values are as dear as a step, and how many
// steps a state is as dear as at least.
const (
	mostStates = 128
	savedCost  = 8
	leastCost  = 3
)

// restart is told of an execution that begins at the start of the program.
func (k *states) restart() {
	k.forget(0)
	k.last, k.cost = 0, 0
}

// forget drops the states from one on.
func (k *states) forget(from int) {
	k.free = append(k.free, k.kept[from:]...)
	k.kept = k.kept[:from]
}

// keep keeps the state before a choice, if there are enough steps since the last one.
func (s *search) keep(r *run) {
	k := &s.states
	now := r.machine.Steps()
	if s.order != oracle.DepthFirst || s.formulas || now < k.last+k.cost {
		return
	}
	if len(k.kept) == mostStates { // the latest ones are those that are of use
		const half = mostStates / 2
		old := append(k.free, k.kept[:half]...)
		k.kept = append(k.kept[:0], k.kept[half:]...)
		k.free = old
	}
	if len(k.free) == 0 {
		k.free = append(k.free, new(state))
	}
	n := len(k.free) - 1
	st := k.free[n]
	k.last = now
	if !r.machine.Save(&st.machine) || !r.walker.Save(&st.walker) {
		k.cost = maxSteps // memory was changed: so there will be no other
		return
	}
	st.path, st.atoms, st.reason = len(r.path), len(r.atoms), r.reason
	k.kept, k.free = append(k.kept, st), k.free[:n]
	k.cost = uint64(st.machine.Words()+valueWords*st.walker.Values())/savedCost + leastCost
}

// valueWords is the number of words of a value.
const valueWords = 4

// resume begins an execution with a state of the one before, if it makes the same choices until then.
func (s *search) resume(r *run) bool {
	k := &s.states
	if len(k.kept) == 0 {
		return false
	}
	same := 0
	for _, l := range r.path {
		if outcome, known := s.space.Wanted(s.space.Choice(l)); !known || outcome == l.Negated() {
			break
		}
		same++
	}
	n := len(k.kept)
	for n > 0 && k.kept[n-1].path > same {
		n--
	}
	k.forget(n)
	if n == 0 {
		return false
	}
	st := k.kept[n-1]
	*r = run{s: s, machine: r.machine, walker: r.walker, path: r.path[:st.path], atoms: r.atoms[:st.atoms],
		reason: st.reason}
	s.walker.Resume(&st.walker)
	s.machine.Resume(&st.machine)
	k.last = s.machine.Steps()
	s.shared += int64(k.last)
	return true
}
