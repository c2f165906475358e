package model_test

import (
	"math/rand/v2"
	"testing"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// TestCounted: what is taken as known of counters holds of any threads, of which a view shows some.
func TestCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		sys := &model.System{Terms: term.NewStore(), Templates: make([]model.Template, 2)}
		for i := range sys.Templates {
			sys.Templates[i].Locs = []model.Location{{Out: []int{0}}, {Out: []int{0}}, {}}
		}
		held := []term.Term{sys.Terms.Fresh("held", term.BitVec(8)), sys.Terms.Fresh("kept", term.BitVec(64))}
		for range 3 {
			l := model.Law{}
			sum := model.Sum{N: 1}
			for range sys.Templates {
				l.Weight = append(l.Weight, []int64{r.Int64N(4), r.Int64N(4), r.Int64N(2)})
				sum.Of = append(sum.Of, []term.Term{0, held[r.IntN(8)/7], 0})
			}
			l.Sums = []model.Sum{sum}
			sys.Count(l)
		}
		var threads [][2]int
		var locals []map[term.Term]term.Term // by thread
		for range r.IntN(7) {
			threads = append(threads, [2]int{r.IntN(2), r.IntN(3)})
			locals = append(locals, map[term.Term]term.Term{held[0]: sys.Terms.BV(8, r.Uint64N(256)),
				held[1]: sys.Terms.BV(64, r.Uint64()>>r.IntN(64))})
		}
		of := func(thread int, local term.Term) term.Term { return locals[thread][local] }
		values := map[term.Term]term.Term{}
		for _, n := range sys.Counters {
			sum := uint64(0)
			for k, at := range threads {
				if n.Of == nil {
					sum += uint64(n.Weight[at[0]][at[1]])
				} else if x := n.Of[at[0]][at[1]]; x != term.None {
					v, _ := sys.Terms.ConstUint64(of(k, x))
					sum += v
				}
			}
			values[n.Sym] = sys.Terms.BV(sys.Terms.Sort(n.Sym).Width(), sum)
		}
		for _, fact := range sys.Counted(of, threads[:r.IntN(len(threads)+1)]...) {
			if got := sys.Terms.Substitute(fact, values); !sys.Terms.IsTrue(got) {
				t.Fatalf("of the threads %v with %v, %s is wrong", threads, sys.Counters,
					sys.Terms.String(fact))
			}
		}
	}
}
