package cnf

import (
	"testing"

	"whittle.dev/sat"
)

// TestArithmeticFamilies compares answers of formulas with those that their definitions imply.
func TestArithmeticFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"multiplier", sat.Unsat, func() *Formula { return MultiplierMiter(4, ShiftAdd, Dadda, false) }},
		{"multiplier, booth", sat.Unsat,
			func() *Formula { return MultiplierMiter(4, Booth, CarrySave, false) }},
		{"multiplier, karatsuba", sat.Unsat,
			func() *Formula { return MultiplierMiter(4, Karatsuba, Wallace, false) }},
		{"multiplier, commutes", sat.Unsat,
			func() *Formula { return MultiplierMiter(4, Wallace, Wallace, true) }},
		{"distributes", sat.Unsat, func() *Formula { return Distributivity(3, ShiftAdd, CarrySave) }},
		{"factor 899", sat.Sat, func() *Formula { return Factor(Wallace, 899, 5, 5) }},
		{"factor 899 in 4 bits", sat.Unsat, func() *Formula { return Factor(Wallace, 899, 4, 6) }},
		{"factor 900 in 3 bits", sat.Unsat, func() *Formula { return Factor(Wallace, 900, 3, 3) }},
		{"factor a prime", sat.Unsat, func() *Formula { return Factor(Booth, 1021, 6, 9) }},
		{"divider", sat.Unsat, func() *Formula { return DividerMiter(4, CarrySave) }},
		{"square root of 4", sat.Sat, func() *Formula { return SquareRoots(8, Wallace, 4) }},
		{"square root of 3 modulo 255", sat.Unsat, func() *Formula { return SquareRoots(8, Wallace, 3) }},
		{"adders", sat.Unsat, func() *Formula { return AdderMiter(4, 4, Ripple, Prefix) }},
		{"adders, select", sat.Unsat, func() *Formula { return AdderMiter(3, 5, Prefix, CarrySelect) }},
		{"counts", sat.Unsat, func() *Formula { return CountMiter(9) }},
	})
}

// TestDivide: quotient and remainder are those of Go; division by zero gives ones, and the dividend.
func TestDivide(t *testing.T) {
	checkCircuit(t, func(f *Formula, a, b Word) Word {
		q, r := f.Divide(a, b)
		return append(q, r...)
	}, func(a, b, mask uint64) uint64 {
		if b == 0 {
			return a*(mask+1) | mask
		}
		return a%b*(mask+1) | a/b
	})
}
