package reduce

import (
	"maps"
	"math/bits"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// narrowData finds how large the values of variables get, decides comparisons by
// that, and drops bits that are always zero. A variable of one process has a bound for
// each of its locations, a shared one and the elements of an array have one for all.
func narrowData(s *ts.System) {
	r := &ranges{s: s, st: s.Terms, number: numbers(s)}
	if !r.fixpoint() {
		return
	}
	r.decide()
	r.shrink()
	dropImpossible(s)
	dropUpdates(s)
}

// ranges is an analysis of the largest values, unsigned.
type ranges struct {
	s      *ts.System
	st     *term.Store
	number map[term.Term]int
	global []uint64           // by variable
	local  [][]map[int]uint64 // by process and location; nil: not reached
	grown  map[[3]int]int     // how often a bound has grown
	limits []uint64           // the constants of the system and their neighbours, ascending
}

// width is the number of bits of a variable or of the elements of an array, 0 for others.
func (r *ranges) width(v int) int {
	sort := r.st.Sort(r.s.Vars[v].Sym)
	if sort.IsArray() {
		_, sort = r.st.ArrayParts(sort)
	}
	if w := sort.Width(); w <= 64 && !r.s.Vars[v].Counter {
		return w
	}
	return 0
}

// maxRounds bounds the rounds of the analysis.
const maxRounds = 400

func (r *ranges) fixpoint() bool {
	s := r.s
	r.findLimits()
	r.global = make([]uint64, len(s.Vars))
	r.grown = map[[3]int]int{}
	r.local = make([][]map[int]uint64, len(s.Processes))
	for p := range s.Processes {
		r.local[p] = make([]map[int]uint64, len(s.Processes[p].Locs))
		r.local[p][0] = map[int]uint64{}
	}
	for v := range s.Vars {
		if r.width(v) == 0 {
			continue
		}
		e := &bounds{r: r}
		top := e.max(s.Vars[v].Init)
		if s.Vars[v].Len > 0 {
			top = e.arrayMax(s.Vars[v].Init, r.width(v))
		}
		if p := s.Vars[v].Owner; p != ts.Shared && s.Vars[v].Len == 0 {
			r.local[p][0][v] = top
		} else {
			r.global[v] = top
		}
	}
	for range maxRounds {
		changed := false
		for i := range s.Instructions {
			changed = r.step(&s.Instructions[i]) || changed
		}
		if !changed {
			return true
		}
	}
	return false
}

// step is the effect of an instruction on the bounds.
func (r *ranges) step(in *ts.Instruction) bool {
	from := r.local[in.Process][in.From]
	if from == nil {
		return false
	}
	e := &bounds{r: r, own: from}
	if !e.assume(in.Guard) {
		return false
	}
	out := maps.Clone(from)
	for t, m := range e.known { // what the guard says of variables that stay
		if v, ok := r.number[t]; ok && r.s.Vars[v].Owner == in.Process && r.s.Vars[v].Len == 0 {
			out[v] = min(out[v], m)
		}
	}
	changed := false
	for _, u := range in.Updates {
		w := r.width(u.Var)
		if w == 0 {
			continue
		}
		if r.s.Vars[u.Var].Len > 0 {
			changed = r.raise(&r.global[u.Var], e.arrayMax(u.Value, w), [3]int{-1, 0, u.Var}, w) || changed
			continue
		}
		m := e.max(u.Value)
		if r.s.Vars[u.Var].Owner == in.Process {
			out[u.Var] = m
		} else {
			changed = r.raise(&r.global[u.Var], m, [3]int{-1, 0, u.Var}, w) || changed
		}
	}
	to := r.local[in.Process][in.To]
	if to == nil {
		r.local[in.Process][in.To] = out
		return true
	}
	for _, v := range slices.Sorted(maps.Keys(out)) {
		m := to[v]
		if r.raise(&m, out[v], [3]int{in.Process, in.To, v}, r.width(v)) {
			to[v] = m
			changed = true
		}
	}
	return changed
}

// findLimits collects what bounds are likely to be: the constants that values are compared
// with, computed by or set to.
func (r *ranges) findLimits() {
	limits := map[uint64]bool{}
	for t := range r.s.Subterms() {
		if c, ok := r.st.ConstUint64(t); ok {
			limits[c], limits[c-1], limits[c+1] = true, true, true
		}
	}
	r.limits = slices.Sorted(maps.Keys(limits))
}

// threshold is the smallest limit from m on, or one less than a power of two.
func (r *ranges) threshold(m uint64) uint64 {
	top := absint.Mask(bits.Len64(m))
	if k, _ := slices.BinarySearch(r.limits, m); k < len(r.limits) {
		top = min(top, r.limits[k])
	}
	return top
}

// raise joins a bound; one that has grown often goes to the next threshold.
func (r *ranges) raise(to *uint64, m uint64, key [3]int, w int) bool {
	if m <= *to {
		return false
	}
	if r.grown[key]++; r.grown[key] > 12 {
		m = r.threshold(m)
	}
	*to = min(m, absint.Mask(w))
	return true
}
