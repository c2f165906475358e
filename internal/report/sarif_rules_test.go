package report

import (
	"strings"
	"testing"

	"whittle.dev/internal/property"
)

// TestRules has a rule for each property, with its texts.
func TestRules(t *testing.T) {
	for i, p := range property.Known() {
		if ruleIndex(p) != i {
			t.Errorf("%s is rule %d, want %d", p, ruleIndex(p), i)
		}
	}
	for _, r := range sarifRules() {
		if r.Short.Text == "" || r.Full.Text == "" || len(r.Help.Text) <= len(r.Full.Text) ||
			strings.Contains(r.Name, "-") {
			t.Errorf("rule %+v", r)
		}
	}
}
