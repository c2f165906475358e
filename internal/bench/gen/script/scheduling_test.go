package script

import "testing"

// TestSchedulingFamilies compares answers of scripts with those that their definitions imply.
func TestSchedulingFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"job shop, one machine", "sat", func() *Script { return JobShop(1, 2, 1, 18) }},
		{"job shop, time for all in turn", "sat", func() *Script { return JobShop(3, 3, 2, 54) }},
		{"job shop, no time", "unsat", func() *Script { return JobShop(3, 3, 2, 4) }},
		{"workers, in turn", "sat", func() *Script { return Workers(1, 4, 3, 20) }},
		{"workers, no time", "unsat", func() *Script { return Workers(1, 8, 3, 6) }},
		{"weighted", "unsat", func() *Script { return Weighted(2, 4, -1) }},
		{"weighted, enough", "sat", func() *Script { return Weighted(2, 4, 0) }},
	})
}
