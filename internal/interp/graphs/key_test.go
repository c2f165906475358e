package graphs

import (
	"bytes"
	"testing"

	"whittle.dev/internal/axioms"
)

// TestKeyCreators checks that graphs differ in which thread created which: the numbers of threads follow the
// order of the steps, which is not part of a graph.
func TestKeyCreators(t *testing.T) {
	key := func(creators ...int) []byte {
		s := &state{}
		s.thread(0, axioms.None)
		for child, by := range creators {
			created := s.add(axioms.Event{Thread: by, Kind: axioms.Sync, Place: axioms.None,
				From: axioms.None, Pair: axioms.None}, Event{})
			s.thread(child+1, created)
		}
		return s.key(nil)
	}
	if bytes.Equal(key(0, 0, 1, 2), key(0, 0, 2, 1)) {
		t.Error("one key for two graphs")
	}
	if !bytes.Equal(key(0, 0, 1, 2), key(0, 0, 1, 2)) {
		t.Error("two keys for one graph")
	}
}
