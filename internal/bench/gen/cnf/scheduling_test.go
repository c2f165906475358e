package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestSchedulingFamilies compares answers of formulas with those that their definitions imply.
func TestSchedulingFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"lost updates to 1", sat.Unsat, func() *Formula { return LostUpdates(2, 3, 1) }},
		{"lost updates to 2", sat.Sat, func() *Formula { return LostUpdates(2, 3, 2) }},
		{"lost updates of one round to 1", sat.Sat, func() *Formula { return LostUpdates(3, 1, 1) }},
		{"lost updates to 7 of 6", sat.Unsat, func() *Formula { return LostUpdates(2, 3, 7) }},
	})
}
