package samples

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/testing/testflag"
)

// TestAffine compares the relations of random samples with an enumeration of the vectors of three bits: one
// is in their affine hull, what sums of samples with coefficients of sum one give, iff it has all relations.
func TestAffine(t *testing.T) {
	const w, n = 3, 2
	random := rand.New(rand.NewPCG(uint64(testflag.Seed()), 3))
	for range testflag.Times(300) {
		samples := make([][]uint64, 2+random.IntN(3))
		for i := range samples {
			samples[i] = []uint64{random.Uint64() % 8, random.Uint64() % 8}
		}
		hull := map[[n]uint64]bool{{samples[0][0], samples[0][1]}: true}
		for grown := true; grown; {
			grown = false
			for x := range hull {
				for _, s := range samples[1:] {
					y := [n]uint64{(x[0] + s[0] - samples[0][0]) % 8, (x[1] + s[1] - samples[0][1]) % 8}
					if !hull[y] {
						hull[y], grown = true, true
					}
				}
			}
		}
		relations := affine(samples, w)
		for a := range uint64(8) {
			for b := range uint64(8) {
				if has := holdsAll(relations, []uint64{a, b}); has != hull[[n]uint64{a, b}] {
					t.Fatalf("samples %v: (%d, %d) has the relations %v: %t", samples, a, b, relations, has)
				}
			}
		}
	}
}

func holdsAll(relations []relation, x []uint64) bool {
	for _, r := range relations {
		sum := uint64(0)
		for i, c := range r.coef {
			sum += c * x[i]
		}
		if (sum-r.value)&(1<<r.bits-1) != 0 {
			return false
		}
	}
	return true
}
