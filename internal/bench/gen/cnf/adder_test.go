package cnf

import (
	"fmt"
	"testing"
)

// TestAdders: every adder gives the sum with its carry.
func TestAdders(t *testing.T) {
	for k := Ripple; k <= CarrySelect; k++ {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			checkCircuit(t, func(f *Formula, a, b Word) Word {
				sum, carry := f.Add(k, a, b, f.True())
				return append(sum, carry)
			}, func(a, b, _ uint64) uint64 { return a + b + 1 })
		})
	}
}

// TestSubtract: the difference wraps, and its borrow tells which number is less.
func TestSubtract(t *testing.T) {
	checkCircuit(t, func(f *Formula, a, b Word) Word {
		diff, less := f.Subtract(a, b)
		return append(diff, less)
	}, func(a, b, mask uint64) uint64 {
		v := (a - b) & mask
		if a < b {
			v |= mask + 1
		}
		return v
	})
}
