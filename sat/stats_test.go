package sat

import (
	"context"
	"math/rand"
	"testing"
)

// TestEverythingHappens makes sure that the rushed traces reach the code they
// are meant to reach.
func TestEverythingHappens(t *testing.T) {
	checker := newRUPChecker()
	s := New(Config{rush: true, Proof: checker})
	r := rand.New(rand.NewSource(5))
	f := randomCNF(r, 80, 325, 3)
	f.clauses = append(f.clauses, randomCNF(r, 80, 8, 2).clauses...)
	load(s, f)
	for s.Solve(context.Background()) == Sat && s.Statistics().Solves < 300 {
		var block []Lit
		for v := 1; v <= 40; v++ {
			block = append(block, MkLit(Var(v), s.Value(Var(v).Pos())))
		}
		s.AddClause(block...)
	}
	if checker.err != nil {
		t.Fatal(checker.err)
	}
	st := s.Statistics()
	t.Logf("%+v", st)
	for name, n := range map[string]int64{
		"conflicts": st.Conflicts, "restarts": st.Restarts, "reductions": st.Reductions, "collections": st.Collections,
		"rephases": st.Rephases, "mode switches": st.ModeSwitches, "minimized": st.Minimized, "vivified": st.Vivified, "probed": st.Probed,
	} {
		if n == 0 {
			t.Errorf("no %s", name)
		}
	}
}
