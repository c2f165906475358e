package sat

import (
	"context"
	"math/rand"
	"testing"
)

// TestEverythingHappens makes sure that the rushed traces reach the code they
// are meant to reach.
func TestEverythingHappens(t *testing.T) {
	count := map[string]int64{}
	for seed := range int64(12) {
		checker := newRUPChecker()
		s := New(Config{rush: true, Proof: checker})
		r := rand.New(rand.NewSource(seed))
		f := randomCNF(r, 70, 270, 3)
		f.clauses = append(f.clauses, randomCNF(r, 70, int(seed), 2).clauses...)
		load(s, f)
		for s.Solve(context.Background()) == Sat && s.Statistics().Solves < 50 {
			var block []Lit
			for v := 1; v <= 30; v++ {
				block = append(block, MkLit(Var(v), s.Value(Var(v).Pos())))
			}
			s.AddClause(block...)
		}
		if checker.err != nil {
			t.Fatal(checker.err)
		}
		st := s.Statistics()
		for name, n := range map[string]int64{
			"conflicts": st.Conflicts, "restarts": st.Restarts, "reductions": st.Reductions,
			"collections": st.Collections, "rephases": st.Rephases, "mode switches": st.ModeSwitches,
			"minimized": st.Minimized, "vivified": st.Vivified, "probed": st.Probed, "walks": st.Walks,
			"subsumed": st.Subsumed,
		} {
			count[name] += n
		}
	}
	for name, n := range count {
		t.Log(name, n)
		if n == 0 {
			t.Errorf("no %s", name)
		}
	}
}
