package script

import "testing"

// TestFunctionsFamilies compares answers of scripts with those that their definitions imply.
func TestFunctionsFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"equal diamonds", "unsat", func() *Script { return EqualDiamonds(5) }},
		{"groups", "unsat", func() *Script { return Groups(4, false) }},
		{"groups, some squares", "sat", func() *Script { return Groups(6, true) }},
		{"groups, all commute", "unsat", func() *Script { return Groups(5, true) }},
		{"rising", "unsat", func() *Script { return Rising(5, false) }},
		{"rising, less", "sat", func() *Script { return Rising(5, true) }},
		{"sorts", "unsat", func() *Script { return Sorts(3, false) }},
		{"sorts, broken", "sat", func() *Script { return Sorts(4, true) }},
		{"moves", "unsat", func() *Script { return Moves(2, false) }},
		{"moves, twice", "sat", func() *Script { return Moves(2, true) }},
		{"buffers", "unsat", func() *Script { return Buffers(2, 4, false) }},
		{"buffers, overflow", "sat", func() *Script { return Buffers(2, 5, true) }},
	})
}
