package systems

import (
	"testing"

	"whittle.dev/internal/ts/inductive"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// Certified checks the claim behind a proof with a fresh solver. It must not be refuted, and if must is set
// it must be decided.
func Certified(t *testing.T, name string, claim inductive.Claim, must bool) {
	t.Helper()
	a, err := claim.Check(t.Context(), func(st *term.Store) (smt.Solver, error) {
		return native.New(st, native.Config{}), nil
	})
	if err != nil || a.Status == inductive.Refuted || must && a.Status != inductive.Holds {
		t.Errorf("%s: the invariant %s: %+v, %v", name, claim.System.Terms.String(claim.Invariant), a, err)
	}
}
