package samples

import (
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

const (
	maxCells  = 12 // variables of a view that are compared
	maxLearnt = 120
	maxHull   = 20 // equations of a view
	maxApart  = 8  // how far apart two variables are in one
)

// Learnt are conditions about a thread in a control state that hold in all samples of it: equations that
// their values satisfy, and comparisons. Without samples they are those that hold in the samples of the seat
// in other stores, or else of shared cells in all samples of the store, or of all stores.
func (v *Views) Learnt(store, seat int) []term.Term {
	key := [2]int{store, seat}
	if out, ok := v.learnt[key]; ok {
		return out
	}
	locals, shared := v.live(store, seat)
	here := v.some(store, seat)
	all := v.of(store)
	for g := 0; len(here) == 0 && g < len(v.t.Stores); g++ {
		here = v.some(g, seat)
	}
	if len(here) == 0 {
		locals, here = nil, all
	}
	for g := 0; len(here) == 0 && g < len(v.t.Stores); g++ {
		here = v.of(g)
	}
	out := v.hulls(here, slices.Concat(locals, shared))
	out = append(out, v.ofStore(store, all, shared)...) // what holds of cells may not show at each seat
	out = append(out, v.wider(store, seat)...)
	out = unique(append(out, v.holdingIn(here, v.comparisons(locals, shared))...))
	out = out[:min(len(out), maxLearnt)]
	v.learnt[key] = out
	return out
}

// wider are equations that hold in samples of other control states, too, where few samples of this one may
// satisfy others by accident: of all that are at its location, and of all in which one of the cells that are
// explicit has the value that it has here.
func (v *Views) wider(store, seat int) []term.Term {
	place, values := v.t.Seats[seat], v.t.Stores[store]
	out := slices.Clone(v.alike(place.Template, place.Loc, term.None, term.None))
	for _, sym := range slices.Sorted(maps.Keys(values)) {
		out = append(out, v.alike(place.Template, -1, sym, values[sym])...)
	}
	put := v.t.At(store, seat)
	for i, t := range out {
		out[i] = put.Apply(t)
	}
	return slices.DeleteFunc(out, v.st.IsConst)
}

// group is a location of a template, or a cell with a value.
type group struct {
	template, loc int
	sym, value    term.Term
}

// alike are the equations of all samples at a location, or with a value of a cell, which are about shared
// cells alone.
func (v *Views) alike(template, loc int, sym, value term.Term) []term.Term {
	key := group{template, loc, sym, value}
	if loc < 0 {
		key.template = 0
	}
	if out, ok := v.groups[key]; ok {
		return out
	}
	var samples []seen
	for g, store := range v.t.Stores {
		for _, at := range v.t.Ones(g) {
			if s := v.t.Seats[at]; loc < 0 && store[sym] == value || s.Template == template && s.Loc == loc {
				samples = append(samples, v.some(g, at)...)
			}
		}
	}
	locals, shared := v.usable(template, max(loc, 0))
	if loc < 0 {
		locals = nil
	}
	v.groups[key] = v.hulls(samples, slices.Concat(locals, shared))
	return v.groups[key]
}

// of are the samples of a store.
func (v *Views) of(store int) []seen {
	var all []seen
	for _, at := range v.t.Ones(store) {
		all = append(all, v.some(store, at)...)
	}
	return all
}

// ofStore are the equations between shared cells in all samples of a store.
func (v *Views) ofStore(store int, all []seen, shared []term.Term) []term.Term {
	out, ok := v.stores[store]
	if !ok {
		out = v.hulls(all, shared)
		v.stores[store] = out
	}
	return out
}

// hulls are the equations between variables of one width that hold in samples, modulo 2 to that width, and
// those that the program widens to it.
func (v *Views) hulls(samples []seen, vars []term.Term) []term.Term {
	by := map[int][]term.Term{}
	var widths []int
	all := slices.Clone(vars)
	for _, sym := range vars {
		all = append(all, v.widened[sym]...)
	}
	for _, sym := range all {
		w := v.st.Sort(sym).Width()
		if by[w] == nil {
			widths = append(widths, w)
		}
		if len(by[w]) < maxCells {
			by[w] = append(by[w], sym)
		}
	}
	var out []term.Term
	for _, w := range widths {
		h := hull{width: 1 + len(by[w])}
		var points [][]int64
		for _, at := range samples {
			point := make([]int64, 0, h.width)
			for _, t := range by[w] {
				x, _ := v.value(at, t) // of symbols that have values
				point = append(point, x.Int64())
			}
			points = append(points, append(point, 1)) // the last column is solved for first
			h.add(points[len(points)-1])
		}
		for _, e := range append(h.equations(factors{most: model.MaxFactor}, len(by[w])),
			offsets(points)...) {
			if len(out) < maxHull {
				out = append(out, v.equation(e, by[w], w))
			}
		}
	}
	return unique(out)
}

// offsets are the equations between two columns that are the same apart in all points, and change. The
// equations of a hull may be sums of these with others that hold by accident.
func offsets(points [][]int64) [][]int64 {
	var out [][]int64
	if len(points) == 0 {
		return nil
	}
	first := points[0]
	last := len(first) - 1
	for i := range last {
		changes := slices.ContainsFunc(points, func(p []int64) bool { return p[i] != first[i] })
		for j := range i {
			apart := first[i] - first[j]
			if changes && max(apart, -apart) <= maxApart && !slices.ContainsFunc(points,
				func(p []int64) bool { return p[i]-p[j] != apart }) {
				e := make([]int64, last+1)
				e[i], e[j], e[last] = 1, -1, -apart
				out = append(out, e)
			}
		}
	}
	return out
}

// equation is that a sum of variables and a constant is zero.
func (v *Views) equation(factors []int64, vars []term.Term, width int) term.Term {
	c := factors[len(vars)]
	sides := map[bool]term.Term{true: v.st.BV(width, uint64(max(c, 0))),
		false: v.st.BV(width, uint64(max(-c, 0)))}
	for i, sym := range vars {
		n := factors[i]
		for range max(n, -n) {
			sides[n > 0] = v.st.BVAdd(sides[n > 0], sym)
		}
	}
	return v.st.Eq(sides[true], sides[false])
}

// comparisons are those of locals with each other, with shared cells and with constants, and in the order
// that begins at a cell of which another one is so many threads ahead ("my ticket comes before the next one,
// counted from the one that is served"), with how far apart these are, if they may wrap around. Numbers are
// compared with their sign where the program does.
func (v *Views) comparisons(locals, shared []term.Term) []term.Term {
	locals, shared = locals[:min(len(locals), maxCells)], shared[:min(len(shared), maxCells)]
	st := v.st
	var out []term.Term
	put := func(t term.Term) {
		if !st.IsConst(t) {
			out = append(out, t, st.Not(t))
		}
	}
	all := slices.Concat(locals, shared)
	for i, x := range all {
		for _, y := range all[:i] {
			if st.Sort(x) == st.Sort(y) {
				put(st.Eq(x, y))
				put(v.atMost(x, y))
				put(v.atMost(y, x))
			}
		}
	}
	for i := range v.sys.Counters {
		n := v.sys.Counters[i].Sym
		put(st.Eq(n, st.BV(st.Sort(n).Width(), 0)))
		put(st.Eq(n, st.BV(st.Sort(n).Width(), 1)))
	}
	for _, x := range all {
		for _, c := range v.constants {
			c := st.BV(st.Sort(x).Width(), c)
			put(st.Eq(x, c))
			put(v.atMost(x, c))
			put(v.atMost(c, x))
		}
	}
	for _, two := range v.apart() {
		for i, next := range two {
			served := two[1-i]
			if st.Sort(next) != st.Sort(served) {
				continue
			}
			between := st.BVSub(next, served)
			wraps := st.Sort(next).Width() < intWidth // more threads may come than there are numbers
			for _, x := range locals {
				if st.Sort(x) == st.Sort(next) {
					out = append(out, st.BVUlt(st.BVSub(x, served), between))
					if wraps {
						put(st.BVUle(between, x))
					}
				}
			}
			for _, c := range v.constants {
				if wraps {
					put(st.BVUle(between, st.BV(st.Sort(next).Width(), c)))
				}
			}
		}
	}
	return out
}

// apart are pairs of cells that laws say to be a number of threads apart, of one law or of two.
func (v *Views) apart() [][2]term.Term {
	var out [][2]term.Term
	for _, l := range v.laws {
		if len(l.Cells) == 2 && l.Cells[0].N == -l.Cells[1].N {
			out = append(out, [2]term.Term{l.Cells[0].Sym, l.Cells[1].Sym})
		}
	}
	for i, a := range out {
		for _, b := range out[:i] {
			for x := range 4 {
				if a[x&1] == b[x>>1] && a[1-x&1] != b[1-x>>1] {
					out = append(out, [2]term.Term{a[1-x&1], b[1-x>>1]})
				}
			}
		}
	}
	return out
}

// atMost compares two numbers.
func (v *Views) atMost(x, y term.Term) term.Term {
	if v.signed[x] || v.signed[y] {
		return v.st.BVSle(x, y)
	}
	return v.st.BVUle(x, y)
}

// unique leaves each term once.
func unique(list []term.Term) []term.Term {
	seen := map[term.Term]bool{}
	return slices.DeleteFunc(list, func(t term.Term) bool {
		again := seen[t]
		seen[t] = true
		return again
	})
}
