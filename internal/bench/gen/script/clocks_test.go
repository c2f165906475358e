package script

import "testing"

// TestClocksFamilies compares answers of scripts with those that their definitions imply.
func TestClocksFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"fischer", "unsat", func() *Script { return Fischer(2, 9, 1, 2) }},
		{"fischer, broken", "sat", func() *Script { return Fischer(2, 9, 2, 1) }},
		{"fischer, too few steps", "unsat", func() *Script { return Fischer(2, 5, 2, 1) }},
		{"tanks", "unsat", func() *Script { return Tanks(3, 3, 1) }},
		{"tanks, long steps", "sat", func() *Script { return Tanks(3, 3, 20) }},
	})
}
