package cfa_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"whittle.dev/internal/cfa"
)

// TestPostdominators compares with the definition on random graphs: a location is passed on every way to the
// end if the end cannot be reached without it, and the first of these is the one that the others are passed
// after.
func TestPostdominators(t *testing.T) {
	for seed := range uint64(2000) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		n := 1 + rnd.IntN(8)
		next := make([][]cfa.LocID, n)
		for l := range next {
			for range rnd.IntN(4) {
				next[l] = append(next[l], cfa.LocID(rnd.IntN(n+1)))
			}
		}
		reaches := func(from, without int) bool { // the end
			seen := make([]bool, n+1)
			work := []cfa.LocID{cfa.LocID(from)}
			for len(work) > 0 {
				l := int(work[len(work)-1])
				work = work[:len(work)-1]
				if seen[l] || l == without {
					continue
				}
				if seen[l] = true; l == n {
					return true
				}
				work = append(work, next[l]...)
			}
			return false
		}
		passed := func(l int) (out []int) { // on every way from l to the end
			for d := range n {
				if d != l && !reaches(l, d) {
					out = append(out, d)
				}
			}
			return out
		}
		got := cfa.Postdominators(n, func(l cfa.LocID) []cfa.LocID { return next[l] })
		for l := range n {
			want := n
			if reaches(l, -1) {
				all := passed(l)
				for _, d := range all {
					if len(passed(d)) == len(all)-1 { // of a chain the first has all others after it
						want = d
					}
				}
			}
			if int(got[l]) != want {
				t.Fatalf("seed %d, graph %v: of %d it is %d, want %d (%v)", seed, next, l, got[l], want,
					slices.Clone(got))
			}
		}
	}
}
