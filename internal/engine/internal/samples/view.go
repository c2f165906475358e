package samples

import (
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A view is the samples of a location as numbers: a column for each variable that is one and matters there.
// Columns of one group can be related: bit-vectors of one width, or integers. Where the system extends words
// to a width, the narrower ones take part in affine relations of that width too, extended.
type view struct {
	st     *term.Store
	groups []group
}

// group are variables of one sort. Bit-vectors are numbers modulo 2^width, integers modulo 2^64, which is no
// harm: what is found of them is a candidate.
type group struct {
	sort  term.Sort
	width int
	syms  []term.Term // variables, and from own on extended ones
	own   int
	rows  [][]uint64 // by sample, by variable
}

// maxColumns bounds the variables of a group.
const maxColumns = 14

func newView(g *flow.Graph, loc int, states []transition.State, by map[extension]bool) *view {
	v := &view{st: g.Sys.Terms}
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
			gr.own++
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
	for k := range v.groups {
		for n := range v.groups {
			v.groups[k].extend(v.st, &v.groups[n], by)
		}
	}
	return v
}

// extension is how words are made wider.
type extension struct {
	from, to int
	signed   bool
}

// extensions are those in the guards and assignments of a graph.
func extensions(g *flow.Graph) map[extension]bool {
	st, out, seen := g.Sys.Terms, map[extension]bool{}, map[term.Term]bool{}
	var walk func(t term.Term)
	walk = func(t term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if op := st.Op(t); op == term.OpSignExt || op == term.OpZeroExt {
			out[extension{st.Sort(st.Arg(t, 0)).Width(), st.Sort(t).Width(), op == term.OpSignExt}] = true
		}
		for _, a := range st.Args(t) {
			walk(a)
		}
	}
	edge := func(e *flow.Edge) {
		walk(e.Guard)
		for _, t := range e.Next {
			walk(t)
		}
	}
	for i := range g.Edges {
		edge(&g.Edges[i])
	}
	for i := range g.Locs {
		edge(&g.Locs[i].Start)
	}
	return out
}

// extend adds the variables of a narrower group as the system extends them; where it does in both ways, with
// their sign.
func (g *group) extend(st *term.Store, from *group, by map[extension]bool) {
	if g.sort.IsInt() || from.sort.IsInt() || from.width >= g.width {
		return
	}
	signed := by[extension{from.width, g.width, true}]
	if !signed && !by[extension{from.width, g.width, false}] {
		return
	}
	for j := 0; j < from.own && len(g.syms) < maxColumns; j++ {
		sym := st.ZeroExt(g.width-from.width, from.syms[j])
		if signed {
			sym = st.SignExt(g.width-from.width, from.syms[j])
		}
		g.syms = append(g.syms, sym)
		for i := range g.rows {
			x := from.rows[i][j]
			if signed {
				x = uint64(from.signed(x)) & (^uint64(0) >> (64 - g.width))
			}
			g.rows[i] = append(g.rows[i], x)
		}
	}
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
	// Negative coefficients go to the other side: sums without differences are normal forms, in which what
	// an edge adds to one summand and takes from another is gone.
	sides := [2]term.Term{st.BV(r.bits, 0), st.BV(r.bits, r.value)}
	for i, c := range r.coef {
		if c == 0 {
			continue
		}
		to := 0
		if c>>(r.bits-1) == 1 && r.bits > 1 {
			to, c = 1, -c&(^uint64(0)>>(64-r.bits))
		}
		sides[to] = st.BVAdd(sides[to], st.BVMul(st.BV(r.bits, c), st.Extract(r.bits-1, 0, g.syms[i])))
	}
	return st.Eq(sides[0], sides[1])
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
