package script

import "testing"

// TestDifferencesFamilies compares answers of scripts with those that their definitions imply.
func TestDifferencesFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"diamonds", "unsat", func() *Script { return Diamonds(5, false) }},
		{"diamonds, open", "sat", func() *Script { return Diamonds(5, true) }},
		{"clauses, few", "sat", func() *Script { return Clauses(1, 10, 20, 10) }},
		{"clauses, many", "unsat", func() *Script { return Clauses(1, 4, 200, 5) }},
		{"queens", "sat", func() *Script { return Queens(6, false) }},
		{"queens, too few", "unsat", func() *Script { return Queens(3, false) }},
		{"queens, in the corner", "unsat", func() *Script { return Queens(6, true) }},
		{"bandwidth, any", "sat", func() *Script { return Bandwidth(1, 5, 6, 4) }},
		{"bandwidth, none", "unsat", func() *Script { return Bandwidth(1, 5, 20, 1) }},
	})
}
