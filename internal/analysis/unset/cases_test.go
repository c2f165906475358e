package unset

import (
	"testing"

	"whittle.dev/internal/cfa"
)

// outcome is a state after a function with a result, in which some bits of a register lack a value.
func outcome(result, mask uint64) *state {
	s := newState()
	s.consts[cfa.RegID(1)] = result
	if mask != 0 {
		s.masks[cfa.RegID(2)] = mask
	}
	return s
}

func TestCases(t *testing.T) {
	var c cases
	for i, x := range []struct {
		result, mask uint64
		more         bool
		cases        int
	}{
		{0, 0, true, 1},
		{1, 7, true, 2},  // another result, and less is written
		{1, 7, false, 2}, // nothing new
		{1, 15, true, 2}, // more of the same kind
		{2, 0, true, 2},  // as much is written as in the first
	} {
		if got := c.add(outcome(x.result, x.mask), false); got != x.more || len(c.list) != x.cases {
			t.Errorf("step %d: more %v, %d cases; want %v, %d", i, got, len(c.list), x.more, x.cases)
		}
	}
	if got := len(c.take(false)); got != 2 {
		t.Errorf("%d states are to be followed, want 2", got)
	}
	if got := len(c.take(true)); got != 0 || len(c.list) != 0 {
		t.Errorf("%d states are to be followed again, %d are kept", got, len(c.list))
	}
	for i := range uint64(2 * maxCases) {
		c.add(outcome(i, i+1), false)
	}
	if len(c.list) > maxCases {
		t.Errorf("%d cases are kept, want at most %d", len(c.list), maxCases)
	}
	var head cases
	head.add(outcome(0, 0), true)
	if head.add(outcome(1, 7), true); len(head.list) != 1 || head.list[0].masks[2] != 7 {
		t.Errorf("the states at the head of a loop are not joined: %d", len(head.list))
	}
}
