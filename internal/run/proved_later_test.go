package run

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
)

// TestProvedLater: proofs alone count, of engines that auto runs beside the first on all programs.
func TestProvedLater(t *testing.T) {
	for _, c := range []struct {
		engine string
		kind   property.Kind
		want   bool
	}{
		{"bmc", property.True, false},
		{"ceds", property.True, true},
		{"ceds", property.False, false},
		{"ceds", property.Unknown, false},
		{"unset", property.True, false},
		{"", property.True, false},
	} {
		o := Outcome{Verdict: property.Verdict{Kind: c.kind}, Result: engine.Result{Engine: c.engine}}
		s := &agenda{done: map[property.Property]Outcome{property.UnreachCall: o}}
		if got := s.provedLater(); got != c.want {
			t.Errorf("%s by %q: %t, want %t", c.kind, c.engine, got, c.want)
		}
	}
}
