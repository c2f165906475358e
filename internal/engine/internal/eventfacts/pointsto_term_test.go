package eventfacts

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/term"
)

// TestLowBitsOfOperations computes with all values that two random pointers allow: the low bits that are said
// to be known of the result are those.
func TestLowBitsOfOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ops := []struct {
		op    term.Op
		of    func(op term.Op, x, y Pointer) Pointer
		value func(a, b uint64) uint64
	}{
		{term.OpBVAdd, combine, func(a, b uint64) uint64 { return a + b }},
		{term.OpBVSub, combine, func(a, b uint64) uint64 { return a - b }},
		{term.OpBVMul, combine, func(a, b uint64) uint64 { return a * b }},
		{term.OpBVAnd, bitwise, func(a, b uint64) uint64 { return a & b }},
		{term.OpBVOr, bitwise, func(a, b uint64) uint64 { return a | b }},
		{term.OpBVXor, bitwise, func(a, b uint64) uint64 { return a ^ b }},
	}
	for range 300 {
		x, y := randomPointer(r), randomPointer(r)
		for _, o := range ops {
			c := o.of(o.op, x, y)
			if c.known < min(x.known, y.known) {
				t.Fatalf("%v of %+v and %+v: %+v knows too little", o.op, x, y, c)
			}
			for a := range uint64(64) {
				for b := range uint64(64) {
					if mayBe(x, a) && mayBe(y, b) && !mayBe(c, o.value(a, b)) {
						t.Fatalf("%v of %d (%+v) and %d (%+v) is %d, not one of %+v", o.op, a, x, b, y,
							o.value(a, b), c)
					}
				}
			}
			if z := o.of(o.op, x, bottom); !z.none {
				t.Errorf("%v with what has no value yet is %+v", o.op, z)
			}
		}
	}
}
