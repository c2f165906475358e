package interp

import (
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/trace"
)

// TestScripted: what a trace says of inputs that come several times, and for how long each stays the same.
func TestScripted(t *testing.T) {
	key := func(thread, origin, occurrence int) trace.Key {
		return trace.Key{Thread: thread, Origin: cfa.EdgeID(origin), Occurrence: occurrence}
	}
	s := NewScripted([]trace.Input{
		{Key: key(0, 1, 3), Kind: trace.Havoc, Value: 7},
		{Key: key(0, 1, 5), Kind: trace.Havoc, Value: 8, Times: 10},
		{Key: key(0, 1, 15), Kind: trace.Havoc, Value: 9},
		{Key: key(1, 1, 0), Kind: trace.Havoc, Value: 4},
		{Key: key(0, 2, 0), Kind: trace.Choice},
	})
	for _, tt := range []struct {
		at      trace.Key
		want, n uint64
	}{
		{key(0, 1, 0), 0, 3}, {key(0, 1, 2), 0, 1}, {key(0, 1, 3), 7, 1}, {key(0, 1, 4), 0, 1},
		{key(0, 1, 5), 8, 10}, {key(0, 1, 14), 8, 1}, {key(0, 1, 15), 9, 1}, {key(0, 1, 16), 0, Ever},
		{key(1, 1, 0), 4, 1}, {key(1, 1, 1), 0, Ever}, {key(0, 2, 0), 0, Ever},
	} {
		if lo, _ := s.Havoc(tt.at, 32); lo != tt.want {
			t.Errorf("the input at %s is %d, want %d", tt.at, lo, tt.want)
		}
		if lo, _, n := s.Same(tt.at, 32); lo != tt.want || n != tt.n {
			t.Errorf("the input at %s is %d for %d times, want %d for %d", tt.at, lo, n, tt.want, tt.n)
		}
	}
}
