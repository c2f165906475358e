package script

import "testing"

// TestBitsFamilies compares answers of scripts with those that their definitions imply.
func TestBitsFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"clear lowest", "unsat", func() *Script { return ClearLowest(8) }},
		{"parity", "unsat", func() *Script { return ParityProduct(16) }},
		{"saturating product", "unsat", func() *Script { return SaturatingProduct(4) }},
		{"saturating sum", "unsat", func() *Script { return SaturatingSum(5, 3) }},
		{"square root", "unsat", func() *Script { return SquareRoot(8) }},
		{"gray", "unsat", func() *Script { return Gray(6, 0x1d) }},
	})
}
