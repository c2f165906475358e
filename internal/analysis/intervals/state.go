package intervals

import (
	"cmp"
	"iter"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
)

// A State maps registers to intervals: ascending, those without an entry may
// have any value. States are shared and never changed.
type State []regInterval

type regInterval struct {
	reg cfa.RegID
	val absint.Interval
}

func (s State) find(r cfa.RegID) (int, bool) {
	return slices.BinarySearchFunc(s, r, func(e regInterval, r cfa.RegID) int {
		return cmp.Compare(e.reg, r)
	})
}

// Of is the interval of a register, if something is known of it.
func (s State) Of(r cfa.RegID) (absint.Interval, bool) {
	if i, ok := s.find(r); ok {
		return s[i].val, true
	}
	return absint.Interval{}, false
}

// With is the state in which a register has other values.
func (s State) With(r cfa.RegID, v absint.Interval) State {
	i, ok := s.find(r)
	switch {
	case ok && s[i].val == v, !ok && v.IsFull():
		return s
	case v.IsFull():
		return append(s[:i:i], s[i+1:]...)
	case ok:
		out := slices.Clone(s)
		out[i].val = v
		return out
	}
	return append(append(s[:i:i], regInterval{r, v}), s[i:]...)
}

// All yields the registers of which something is known, ascending.
func (s State) All() iter.Seq2[cfa.RegID, absint.Interval] {
	return func(yield func(cfa.RegID, absint.Interval) bool) {
		for _, e := range s {
			if !yield(e.reg, e.val) {
				return
			}
		}
	}
}

// Only drops what is known of other registers, as those that are not read any more, to keep states small.
func (s State) Only(live live.Set) State {
	keep, i := 0, 0
	next := func(r cfa.RegID) bool { // whether r, which is greater than the one before, is live
		for i < len(live) && live[i] < r {
			i++
		}
		return i < len(live) && live[i] == r
	}
	for _, e := range s {
		if next(e.reg) {
			keep++
		}
	}
	if keep == len(s) {
		return s
	}
	out := make(State, 0, keep)
	i = 0
	for _, e := range s {
		if next(e.reg) {
			out = append(out, e)
		}
	}
	return out
}
