package sat

import "testing"

// TestBackward: a clause removes one that contains it, and a literal from one that contains
// it but for that literal, complemented.
func TestBackward(t *testing.T) {
	s := New(Config{NoEliminate: true, NoEquate: true})
	load(s, cnf{5, [][]int{{1, 2}, {2, 1, 3}, {-1, 2, 4, 5}}})
	if !s.condense.condense(1 << 20) {
		t.Fatal("unsatisfiable")
	}
	st := s.Statistics()
	if st.Subsumed != 1 || st.Strengthened != 1 || st.Clauses != 1 {
		t.Errorf("%d subsumed, %d strengthened, %d long clauses left", st.Subsumed, st.Strengthened,
			st.Clauses)
	}
	if got := s.core.db.lits(s.core.db.irredundant[0]); len(got) != 3 {
		t.Errorf("the other clause is %v", got)
	}
}
