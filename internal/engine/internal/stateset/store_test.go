package stateset

import (
	"context"
	"testing"

	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/term"
)

// TestExplicit looks at states without symbolic data.
func TestExplicit(t *testing.T) {
	st := term.NewStore()
	set := New(Config{}).View(context.Background(), st)
	a, b := multistate.Image{Key: [16]byte{1}}, multistate.Image{Key: [16]byte{2}}
	for i, step := range []struct {
		im  multistate.Image
		new bool
	}{{a, true}, {b, true}, {a, false}, {b, false}} {
		if got := set.Add(step.im); got != step.new {
			t.Errorf("step %d: new is %v", i, got)
		}
	}
	none := New(Config{Match: None}).View(context.Background(), st)
	for range 2 {
		if !none.Add(a) {
			t.Error("without matching a state was known")
		}
	}
}
