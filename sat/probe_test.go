package sat

import "testing"

// TestProbe: 1 implies 2 and 3, which contradict each other, so it is false. The literal 5 fails nowhere.
func TestProbe(t *testing.T) {
	s := New(Config{rush: true})
	load(s, cnf{6, [][]int{{-1, 2}, {-1, 3}, {-2, -3, 4}, {-2, -3, -4}, {-5, 6}}})
	if !s.probe.run() {
		t.Fatal("unsatisfiable")
	}
	if got := s.Fixed(FromDimacs(1)); got != False {
		t.Errorf("1 is %v", got)
	}
	if st := s.Statistics(); st.Probed != 1 || st.Fixed != 1 {
		t.Errorf("%d failed literals, %d units", st.Probed, st.Fixed)
	}
}
