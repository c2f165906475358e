package proctree

import "testing"

// TestAccountings: the words for ways to measure, of which "mixed" is one that only results have.
func TestAccountings(t *testing.T) {
	for _, word := range []string{"auto", "cgroup", "processes"} {
		if a, err := ParseAccounting(word); err != nil || string(a) != word {
			t.Errorf("%s: %v, %v", word, a, err)
		}
	}
	if Available(Auto) != nil || Available(Processes) != nil || Available("mixed") == nil {
		t.Error("what is available")
	}
	if _, err := ParseAccounting("mixed"); err == nil {
		t.Error("mixed is no way to ask for")
	}
}
