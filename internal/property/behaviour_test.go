package property

import (
	"regexp"
	"testing"
)

// TestBehaviours: each kind has a clause and words, and names are not used twice.
func TestBehaviours(t *testing.T) {
	clause, seen := regexp.MustCompile(`^(C23 )?[67](\.\d+)+(p\d+)?$`), map[Behaviour]bool{}
	for _, b := range Behaviours() {
		w := b.Words()
		if !clause.MatchString(b.Clause()) || w.Violated == "" || w.Meaning == "" || w.Advice == "" ||
			seen[b] {
			t.Errorf("%s: clause %q, words %+v", b, b.Clause(), w)
		}
		seen[b] = true
	}
	if b := Behaviour("none"); b.Clause() != "" || b.Words() != (Words{}) {
		t.Error("a kind that is not known has a clause or words")
	}
}
