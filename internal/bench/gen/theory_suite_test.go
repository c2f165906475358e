package gen

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestTheories reads the scripts, all but their checks: each is understood, in the logic that it names.
func TestTheories(t *testing.T) {
	suite := Theories()
	if len(suite) < 90 {
		t.Errorf("%d scripts, want at least 90", len(suite))
	}
	checkSuite(t, suite, func(t *testing.T, text []byte, _ Answer) {
		text = bytes.Replace(text, []byte("(check-sat)"), nil, 1)
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver, error) {
			return native.New(st, native.Config{}), nil
		}})
		defer in.Close()
		var out strings.Builder
		if _, err := in.Run(context.Background(), bytes.NewReader(text), &out); err != nil || out.Len() > 0 {
			t.Errorf("%v: %.200s", err, out.String())
		}
	})
}
