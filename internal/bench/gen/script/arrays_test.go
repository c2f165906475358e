package script

import "testing"

// TestArraysFamilies compares answers of scripts with those that their definitions imply.
func TestArraysFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"swaps", "unsat", func() *Script { return Swaps(2, 8, 8) }},
		{"sum after swaps", "unsat", func() *Script { return SumAfterSwaps(1, 2, 4) }},
		{"sorted", "unsat", func() *Script { return SortedArray(2, 4, false) }},
		{"sorted, broken", "sat", func() *Script { return SortedArray(2, 4, true) }},
		{"copies", "unsat", func() *Script { return Copies(3, false) }},
		{"copies, overlap", "sat", func() *Script { return Copies(3, true) }},
		{"unions", "unsat", func() *Script { return Unions(2, 2) }},
		{"histogram", "unsat", func() *Script { return Histogram(3, 2) }},
		{"machine", "sat", func() *Script { return Machine(3, 6) }},
		{"machine, no steps", "unsat", func() *Script { return Machine(0, 6) }},
	})
}
