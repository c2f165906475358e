package serve

import (
	"context"
	"testing"
	"time"
)

// TestFull waits for a disk that is full.
func TestFull(t *testing.T) {
	l := &logger{full: make(chan struct{})}
	s := &Server{store: t.TempDir(), full: l.full}
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	l.Errorf("something else")
	if s.Full(short) == nil {
		t.Error("a disk is full of which nobody has said so")
	}
	l.Errorf("write %s: no space left on device", "x")
	l.Errorf("write %s: no space left on device", "y")
	if err := s.Full(t.Context()); err != nil {
		t.Error(err)
	}
}
