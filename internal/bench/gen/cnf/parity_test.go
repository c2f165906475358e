package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestParityFamilies compares answers of formulas with those that their definitions imply.
func TestParityFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"urquhart", sat.Unsat, func() *Formula { return Urquhart(1, 8, 4) }},
		{"parity learning", sat.Sat, func() *Formula { return ParityLearning(1, 10, 20, 2, 2) }},
		{"parity learning, no errors", sat.Unsat, func() *Formula { return ParityLearning(1, 10, 30, 2, 0) }},
	})
}
