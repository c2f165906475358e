package samples

import (
	"cmp"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

const (
	maxSums    = 4  // equations with sums of locals
	leastWidth = 8  // bits of a local that may hold an amount
	maxHolding = 12 // places with a local of one sum
)

// holding is a local of the threads at a place.
type holding struct {
	template, loc, local int
	sym                  term.Term
}

// withSums are equations between cells, numbers of threads and sums of locals of the threads at places, in
// each at least one such sum: what was taken from one account and is not yet in another one is held by
// threads on their way, each of which knows of its own amount alone.
func (x *laws) withSums() []model.Law {
	held := x.held()
	base := 1 + len(x.alive) + len(x.cells)
	if len(held) == 0 || base+len(held) > maxColumns {
		return nil
	}
	points, equations := hull{width: base + len(held)}, hull{width: base + len(held)}
	for i := range x.states {
		s := &x.states[i]
		if !s.late {
			continue
		}
		if points.full() {
			return nil
		}
		points.add(x.pointOf(s, held))
	}
	var all [][]int64
	for _, v := range points.orthogonal() {
		equations.put(v)
	}
	for _, v := range equations.rows {
		if whole, ok := smallest(v, factors{maxFirst, x.large}, 0); ok {
			all = append(all, whole)
		}
	}
	all = x.shorter(all)
	slices.SortStableFunc(all, func(v, w []int64) int {
		return cmp.Or(nonzero(x.ofCells(v))-nonzero(x.ofCells(w)), nonzero(v)-nonzero(w))
	})
	var out []model.Law
	for _, v := range all {
		sums := v[base:]
		if n := nonzero(sums); n == 0 || n > maxHolding || nonzero(x.ofCells(v)) == 0 {
			continue
		}
		l := x.law(append(slices.Clone(v[:base]), make([]int64, len(x.ended))...))
		l.Sums = x.sums(sums, held)
		if x.allowed(l) && len(out) < maxSums {
			out = append(out, l)
		}
	}
	return out
}

// held are the locals that had different values at places that threads leave, but where they begin.
func (x *laws) held() []holding {
	var out []holding
	for _, at := range x.alive {
		t := &x.sys.Templates[at[0]]
		for _, sym := range t.Locs[at[1]].Live {
			sort := x.st.Sort(sym)
			if at[1] == 0 || !sort.IsBitVec() || sort.Width() < leastWidth || sort.Width() > 64 {
				continue
			}
			if h := (holding{at[0], at[1], x.names.locals[at[0]][sym], sym}); x.varies(h) {
				out = append(out, h)
			}
		}
	}
	return out
}

// varies reports whether a local was seen with more values than one at a place.
func (x *laws) varies(h holding) bool {
	var first term.Value
	some := false
	for i := range x.states {
		if !x.states[i].late {
			continue
		}
		for _, t := range x.states[i].threads {
			if t.template != h.template || t.loc != h.loc {
				continue
			}
			if some && !t.locals[h.local].Equal(first) {
				return true
			}
			first, some = t.locals[h.local], true
		}
	}
	return false
}

// pointOf is a state by columns, but for places that threads never leave, with sums of locals.
func (x *laws) pointOf(s *state, held []holding) []int64 {
	base := 1 + len(x.alive) + len(x.cells)
	out := slices.Clone(x.point(s)[:base])
	for _, h := range held {
		sum := int64(0)
		for _, t := range s.threads {
			if t.template == h.template && t.loc == h.loc {
				sum += x.number(h.sym, t.locals[h.local])
			}
		}
		out = append(out, sum)
	}
	return out
}

// sums are those of columns, in each at most one local of a place.
func (x *laws) sums(v []int64, held []holding) []model.Sum {
	var out []model.Sum
	for k, n := range v {
		if n == 0 {
			continue
		}
		h := held[k]
		i := slices.IndexFunc(out, func(s model.Sum) bool {
			return s.N == n && s.Of[h.template][h.loc] == term.None
		})
		if i < 0 {
			s := model.Sum{N: n}
			for t := range x.sys.Templates {
				s.Of = append(s.Of, make([]term.Term, len(x.sys.Templates[t].Locs)))
			}
			i, out = len(out), append(out, s)
		}
		out[i].Of[h.template][h.loc] = h.sym
	}
	return out
}
