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

func TestScripts(t *testing.T) {
	suite := Scripts()
	if n := len(suite) + len(Programs()); n < 105 || len(Programs()) < 40 {
		t.Errorf("%d scripts, %d of the engine, want at least 105 and 40", n, len(Programs()))
	}
	checkSuite(t, suite, func(t *testing.T, text []byte, _ Answer) {
		// All but the check must be understood without an error.
		text = bytes.Replace(text, []byte("(check-sat)"), nil, 1)
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
			error) {
			return native.New(st, native.Config{}), nil
		}})
		defer in.Close()
		var out strings.Builder
		if _, err := in.Run(context.Background(), bytes.NewReader(text), &out); err != nil || out.Len() > 0 {
			t.Errorf("%v: %s", err, out.String())
		}
	})
}
