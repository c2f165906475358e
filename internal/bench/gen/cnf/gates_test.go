package cnf

import (
	"context"
	"testing"

	"whittle.dev/sat"
)

func TestParity(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for m := range 1 << n {
			for _, odd := range []bool{false, true} {
				f := &Formula{}
				lits := f.Vars(n)
				f.Parity(odd, 4, lits...)
				f.Fix(lits, uint64(m))
				want := sat.Unsat
				if (ones(m)%2 == 1) == odd {
					want = sat.Sat
				}
				if got := load(f).Solve(context.Background()); got != want {
					t.Fatalf("parity %v of %0*b: %v", odd, n, m, got)
				}
			}
		}
	}
}

func ones(m int) int {
	n := 0
	for ; m > 0; m /= 2 {
		n += m % 2
	}
	return n
}
