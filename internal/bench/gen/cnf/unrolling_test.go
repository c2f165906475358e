package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestUnrollingFamilies compares answers of formulas with those that their definitions imply.
func TestUnrollingFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"filter", sat.Sat, func() *Formula { return Filter(1, 12, 24, false) }},
		{"filter, none", sat.Unsat, func() *Formula { return Filter(1, 12, 36, true) }},
		{"arbiter", sat.Unsat, func() *Formula { return Arbiter(4, 8, false) }},
		{"arbiter, broken", sat.Sat, func() *Formula { return Arbiter(4, 8, true) }},
		{"queue", sat.Unsat, func() *Formula { return Queue(4, 1, 5) }},
		{"queue of two", sat.Unsat, func() *Formula { return Queue(2, 2, 6) }},
		{"counters", sat.Sat, func() *Formula { return Counters(8, 1, 9, 4, 4) }}, // 0+4, 3*1+1
		{"counters, none", sat.Unsat, func() *Formula { return Counters(8, 1, 4, 9, 4) }},
	})
}
