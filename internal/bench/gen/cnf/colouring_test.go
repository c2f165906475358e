package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestColouringFamilies compares answers of formulas with those that their definitions imply.
func TestColouringFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"mycielski, 4 of 5 colours", sat.Unsat, func() *Formula { return Mycielski(3, 4) }},
		{"mycielski, 5 colours", sat.Sat, func() *Formula { return Mycielski(3, 5) }},
		{"queens 5", sat.Sat, func() *Formula { return Queens(5, 5) }},
		{"queens 4", sat.Unsat, func() *Formula { return Queens(4, 4) }},
		{"trees have two colours", sat.Sat, func() *Formula { return RandomColouring(1, 30, 10, 3) }},
		{"waerden 8", sat.Sat, func() *Formula { return Waerden(3, 3, 8) }},
		{"waerden 9", sat.Unsat, func() *Formula { return Waerden(3, 3, 9) }},
		{"waerden 34", sat.Sat, func() *Formula { return Waerden(4, 4, 34) }},
		{"waerden 35", sat.Unsat, func() *Formula { return Waerden(4, 4, 35) }},
	})
}
