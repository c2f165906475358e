package dpr

import (
	"strings"
	"testing"
)

// TestClauses compares with the numbers of clauses in table 1 of the paper.
func TestClauses(t *testing.T) {
	for n, want := range map[int]int{9: 349, 10: 488, 14: 1404, 19: 3615} {
		if got := Clauses(n); got != want {
			t.Errorf("%d variables: %d clauses, want %d", n, got, want)
		}
		if got := strings.Count(MaxSat(Stop, n, 1), "return 0;"); got != want+1 {
			t.Errorf("%d variables: %d ends", n, got)
		}
	}
}

// TestSentences compares with the lengths in table 2 of the paper.
func TestSentences(t *testing.T) {
	for i, want := range []int{13, 14, 18, 20, 21, 11, 13, 14, 20, 40, 40} {
		if got := len(Sentences()[i].Text); got != want {
			t.Errorf("sentence %d has %d characters, want %d", i, got, want)
		}
	}
}
