package script

import "testing"

// TestIdentitiesFamilies compares answers of scripts with those that their definitions imply.
func TestIdentitiesFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"high half", "unsat", func() *Script { return HighHalf(4) }},
		{"division", "unsat", func() *Script { return Division(5, "bvudiv", "bvurem") }},
		{"signed division", "unsat", func() *Script { return Division(5, "bvsdiv", "bvsrem") }},
		{"cancels", "unsat", func() *Script { return Cancels(4) }},
		{"signed division by absolute values", "unsat", func() *Script { return SignedDivision(4) }},
		{"two divisions", "unsat", func() *Script { return TwoDivisions(8, 5, 7) }},
		{"two divisions that wrap", "sat", func() *Script { return TwoDivisions(5, 5, 7) }},
		{"variable divisions", "unsat", func() *Script { return VariableDivisions(6) }},
		{"reciprocal", "unsat", func() *Script { return Reciprocal(8, 7) }},
		{"reciprocal of 23", "unsat", func() *Script { return Reciprocal(7, 23) }},
		{"divisible by 3", "unsat", func() *Script { return Divisible(3, 3) }},
		{"root", "sat", func() *Script { return Root(1, 8, 3) }},
		{"factors", "sat", func() *Script { return Factors(6, 31*37) }},
		{"factors of a prime", "unsat", func() *Script { return Factors(6, 1151) }},
		{"powers", "sat", func() *Script { return Powers(1, 3, 4, 2) }},
		{"pythagoras", "sat", func() *Script { return Pythagoras(5, 2, false) }},
		{"pythagoras, odd", "unsat", func() *Script { return Pythagoras(4, 0, true) }},
	})
}
