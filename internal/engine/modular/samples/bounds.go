package samples

import (
	"slices"

	"whittle.dev/internal/engine/modular/model"
)

const (
	maxBounds   = 4 // sets of places
	maxTogether = 5 // threads that may be at one of these
)

// Bounds are sets of places where no more than a few threads were seen at a time, though there were more:
// where a thread has what others cannot have. They begin with places that are counted in laws, and with them
// come those next to them, as long as that does not make the threads more.
func (s *Set) Bounds() []model.Bound {
	var out []model.Bound
	for _, l := range s.laws {
		for _, sign := range []int64{1, -1} {
			b := s.grown(s.counted(&l, sign))
			same := func(c model.Bound) bool {
				return slices.EqualFunc(b.Weight, c.Weight, slices.Equal)
			}
			if b.Most > 0 && len(out) < maxBounds && !slices.ContainsFunc(out, same) {
				out = append(out, b)
			}
		}
	}
	return out
}

// Alone are sets of places where one thread was seen at a time, though there were more.
func (s *Set) Alone() []model.Bound {
	var out []model.Bound
	in := map[[2]int]bool{}
	for i := range s.sys.Templates {
		t := &s.sys.Templates[i]
		for l := range t.Locs {
			if t.Single || i == 0 || in[[2]int{i, l}] || len(t.Locs[l].Out) == 0 || len(out) == maxBounds {
				continue
			}
			var places [][]int64
			for k := range s.sys.Templates {
				places = append(places, make([]int64, len(s.sys.Templates[k].Locs)))
			}
			places[i][l] = 1
			b := s.grown(places)
			if b.Most != 1 {
				continue
			}
			out = append(out, b)
			for k, weights := range b.Weight {
				for m, w := range weights {
					if w > 0 {
						in[[2]int{k, m}] = true
					}
				}
			}
		}
	}
	return out
}

// counted are the places where threads count with a factor of one sign.
func (s *Set) counted(l *model.Law, sign int64) [][]int64 {
	var out [][]int64
	for i := range l.Weight {
		out = append(out, make([]int64, len(l.Weight[i])))
		for k, w := range l.Weight[i] {
			if w*sign > 0 {
				out[i][k] = 1
			}
		}
	}
	return out
}

// most is how many threads were seen at places at a time, and whether others were there.
func (s *Set) most(places [][]int64) (n int64, others bool) {
	for i := range s.states {
		sum := int64(0)
		for _, t := range s.states[i].threads {
			sum += places[t.template][t.loc]
		}
		n = max(n, sum)
	}
	return n, n < int64(s.threads)
}

// grown adds places to others; the bound is 0 if that is of no use.
func (s *Set) grown(places [][]int64) model.Bound {
	n, others := s.most(places)
	if n == 0 || n > maxTogether || !others {
		return model.Bound{}
	}
	for again := true; again; {
		again = false
		for i := range s.sys.Templates {
			t := &s.sys.Templates[i]
			for _, e := range t.Edges {
				for _, next := range [2][2]int{{e.From, e.To}, {e.To, e.From}} {
					at := next[1]
					if places[i][next[0]] == 0 || places[i][at] != 0 || len(t.Locs[at].Out) == 0 {
						continue
					}
					places[i][at] = 1
					if more, _ := s.most(places); more > n {
						places[i][at] = 0
					} else {
						again = true
					}
				}
			}
		}
	}
	return model.Bound{Weight: places, Most: n}
}
