package cnf

import "testing"

// TestMultipliers: every multiplier gives the whole product.
func TestMultipliers(t *testing.T) {
	for m := ShiftAdd; m <= Karatsuba; m++ {
		t.Run(m.String(), func(t *testing.T) {
			checkCircuit(t, func(f *Formula, a, b Word) Word { return f.Multiply(m, a, b) },
				func(a, b, _ uint64) uint64 { return a * b })
		})
	}
}
