package samples

import (
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A view is the samples of a location as numbers: a column for each variable that is one and matters there.
// Columns of one group can be related: bit-vectors of one width, or integers.
type view struct {
	st     *term.Store
	states []transition.State
	groups []group
}

// group are variables of one sort. Bit-vectors are numbers modulo 2^width, integers modulo 2^64, which is no
// harm: what is found of them is a candidate.
type group struct {
	sort  term.Sort
	width int
	syms  []term.Term
	rows  [][]uint64 // by sample, by variable
}

// maxColumns bounds the variables of a group.
const maxColumns = 14

func newView(g *flow.Graph, loc int, states []transition.State) *view {
	v := &view{st: g.Sys.Terms, states: states}
	byGroup := map[term.Sort]int{}
	var columns [][]int
	for i, live := range g.Locs[loc].Live {
		sort := v.st.Sort(g.Sys.Vars[i].Sym)
		width := sort.Width()
		if sort.IsInt() {
			width = 64
		}
		if !live || width < 2 || width > 64 {
			continue
		}
		k, ok := byGroup[sort]
		if !ok {
			k = len(v.groups)
			byGroup[sort] = k
			v.groups = append(v.groups, group{sort: sort, width: width})
			columns = append(columns, nil)
		}
		if gr := &v.groups[k]; len(gr.syms) < maxColumns {
			gr.syms = append(gr.syms, g.Sys.Vars[i].Sym)
			columns[k] = append(columns[k], i)
		}
	}
	for k := range v.groups {
		for _, x := range states {
			row := make([]uint64, len(columns[k]))
			for j, i := range columns[k] {
				row[j] = x[i].Uint64()
			}
			v.groups[k].rows = append(v.groups[k].rows, row)
		}
	}
	return v
}

// signed is a number of the group as a signed one.
func (g *group) signed(x uint64) int64 { return int64(x<<(64-g.width)) >> (64 - g.width) }

// constant is a number of the group as a term.
func (g *group) constant(st *term.Store, x uint64) term.Term {
	if g.sort.IsInt() {
		return st.Int64(int64(x))
	}
	return st.BV(g.width, x)
}

// equation is a relation as a term; None if it is not worth one.
func (g *group) equation(st *term.Store, r relation) term.Term {
	if g.sort.IsInt() {
		return g.intEquation(st, r)
	}
	sum := st.BV(r.bits, 0)
	for i, c := range r.coef {
		if c != 0 {
			sum = st.BVAdd(sum, st.BVMul(st.BV(r.bits, c), st.Extract(r.bits-1, 0, g.syms[i])))
		}
	}
	return st.Eq(sum, st.BV(r.bits, r.value))
}

// maxCoefficient bounds those of relations between integers, maxModulus the bits of their congruences.
const (
	maxCoefficient = 1 << 20
	maxModulus     = 4
)

func (g *group) intEquation(st *term.Store, r relation) term.Term {
	if r.bits > maxModulus && r.bits < 64 {
		return term.None
	}
	parts := []term.Term{st.Int64(0)}
	for i, c := range r.coef {
		n := int64(c)
		if n > maxCoefficient || n < -maxCoefficient {
			return term.None
		}
		if c != 0 {
			parts = append(parts, st.IntMul(st.Int64(n), g.syms[i]))
		}
	}
	sum := st.IntAdd(parts...)
	if r.bits < 64 {
		return st.Eq(st.IntMod(sum, st.Int64(1<<r.bits)), st.Int64(int64(r.value)))
	}
	return st.Eq(sum, st.Int64(int64(r.value)))
}
