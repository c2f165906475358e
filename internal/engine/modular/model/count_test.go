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
	for range 300 {
		sys := &model.System{Terms: term.NewStore(), Templates: make([]model.Template, 2)}
		for i := range sys.Templates {
			sys.Templates[i].Locs = []model.Location{{Out: []int{0}}, {Out: []int{0}}, {}}
		}
		for range 3 {
			l := model.Law{}
			for range sys.Templates {
				l.Weight = append(l.Weight, []int64{r.Int64N(4), r.Int64N(4), r.Int64N(2)})
			}
			sys.Count(l)
		}
		var threads [][2]int
		for range r.IntN(7) {
			threads = append(threads, [2]int{r.IntN(2), r.IntN(3)})
		}
		values := map[term.Term]term.Term{}
		for _, n := range sys.Counters {
			sum := int64(0)
			for _, at := range threads {
				sum += n.Weight[at[0]][at[1]]
			}
			values[n.Sym] = sys.Terms.BV(sys.Terms.Sort(n.Sym).Width(), uint64(sum))
		}
		for _, fact := range sys.Counted(threads[:r.IntN(len(threads)+1)]...) {
			if got := sys.Terms.Substitute(fact, values); !sys.Terms.IsTrue(got) {
				t.Fatalf("of the threads %v with %v, %s is wrong", threads, sys.Counters,
					sys.Terms.String(fact))
			}
		}
	}
}
