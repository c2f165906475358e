package sat

import "testing"

// TestVivify shortens clauses by what their other literals imply, and leaves one alone that
// has nothing superfluous.
func TestVivify(t *testing.T) {
	s := New(Config{rush: true})
	load(s, cnf{5, [][]int{{1, 2, 3}, {1, 2, -3, 4}, {1, 2, -4}, {3, 4, 5}}})
	if !s.vivify.run() {
		t.Fatal("unsatisfiable")
	}
	// The first three together leave no value for 3 and 4 where 1 and 2 are false.
	if st := s.Statistics(); st.Vivified != 3 || st.Bins != 3 || st.Clauses != 1 {
		t.Errorf("%d clauses vivified, %d of two literals, %d longer ones left", st.Vivified, st.Bins,
			st.Clauses)
	}
	for _, l := range s.core.db.occs[FromDimacs(-1)].bins {
		if l != FromDimacs(2) {
			t.Errorf("1 or %v", l)
		}
	}
}
