package cnf

import "testing"

// TestWords: comparisons, choices, rotations and complements of numbers are those of Go.
func TestWords(t *testing.T) {
	bit := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	checkCircuit(t, func(f *Formula, a, b Word) Word { return Word{f.Less(a, b), f.Same(a, b)} },
		func(a, b, _ uint64) uint64 { return bit(a < b) | bit(a == b)<<1 })
	checkCircuit(t, func(f *Formula, a, b Word) Word { return f.MuxWord(f.Less(a, b), a.Not(), b) },
		func(a, b, mask uint64) uint64 {
			if a < b {
				return ^a & mask
			}
			return b
		})
	checkCircuit(t, func(f *Formula, a, b Word) Word { return f.Bitwise(f.Xor, a.RotateLeft(1), b) },
		func(a, b, mask uint64) uint64 {
			top := (mask + 1) / 2
			return (a<<1&mask | bit(a&top != 0)) ^ b
		})
}
