package simplex

import "whittle.dev/internal/simplex/rational"

// Splits from proofs (I. Dillig, T. Dillig and A. Aiken, "Cuts from proofs: a complete and practical
// technique for solving linear inequalities over integers", CAV 2009). The tight constraints of a vertex
// are equations A*x = b. If they have no integer solution, there are multipliers y such that the
// coefficients of y*A are integers and y*b is none: no integer point near the vertex has this value of the
// form y*A, which makes a far better split than a single variable, whose values may go on for ever as in
// 3*x - 3*y = 1. If y needs only constraints that are fixed from both sides, it proves a conflict.
//
// Column operations bring A into the lower triangular form H of Hermite; y is a row of its inverse. The
// constraints that are fixed come first, so that a conflict among them is found.

const (
	hermiteRows = 40
	hermiteCols = 60
	hermiteBits = 100
)

// hermite is the system of equations at hand.
type hermite struct {
	rows []Var            // the variable of each constraint
	cols map[Var]int      // by variable of the caller
	a    [][]rational.Int // by constraint, by column
	b    []rational.Rat
}

func (n *integers) hermite() (Step, bool) {
	for i, v := range n.fractions {
		if i == 2 {
			break
		}
		if step, ok := n.hermiteOf(v); ok {
			return step, true
		}
	}
	return Step{}, false
}

// hermiteOf looks at the constraints that are fixed and at those that are tight in the row of v.
func (n *integers) hermiteOf(v Var) (Step, bool) {
	h := hermite{cols: map[Var]int{}}
	for i := range n.forms.list {
		w := n.forms.list[i].v
		if x := &n.vars[w]; x.integer && x.active && n.fixed(x) && !h.add(&n.tableau, w) {
			return Step{}, false
		}
	}
	for _, e := range n.matrix.rows[n.vars[v].row] {
		x := &n.vars[e.v]
		if e.v == v || x.form >= 0 && n.fixed(x) {
			continue
		}
		if !x.integer || !n.tight(x) || !h.add(&n.tableau, e.v) {
			return Step{}, false
		}
	}
	pivots, ok := h.triangle()
	if !ok {
		return Step{}, false
	}
	y := h.multipliers(pivots)
	if y == nil {
		return Step{}, false
	}
	var terms []Term
	var from []Antecedent
	conflict := true
	for i, k := range y {
		if k.IsZero() {
			continue
		}
		x := &n.vars[h.rows[i]]
		terms = append(terms, Term{k, h.rows[i]})
		if conflict = conflict && n.fixed(x); conflict {
			from = append(from, n.reason(x.lo), n.reason(x.hi))
		}
	}
	if conflict {
		n.stats.Conflicts++
		return Step{Kind: Conflict, From: from}, true
	}
	w, _, ok := n.Form(terms)
	if !ok || !n.vars[w].integer || n.Assigned(w).IsInt() {
		return Step{}, false
	}
	n.stats.Splits++
	return Step{Kind: Split, Var: w, Bound: n.Assigned(w).Floor()}, true
}

// tight reports that x is at a bound.
func (tr *trail) tight(x *variable) bool {
	return x.lo != 0 && tr.bounds[x.lo].val.Equal(x.value) || x.hi != 0 && tr.bounds[x.hi].val.Equal(x.value)
}

// add appends the constraint that v has its value. It returns false if the system gets too large.
func (h *hermite) add(tab *tableau, v Var) bool {
	if len(h.rows) == hermiteRows {
		return false
	}
	row := make([]rational.Int, hermiteCols)
	for _, t := range tab.TermsOf(v) {
		c, ok := h.cols[t.Var]
		if !ok {
			if c = len(h.cols); c == hermiteCols {
				return false
			}
			h.cols[t.Var] = c
		}
		row[c] = t.Coef.Num()
	}
	h.rows = append(h.rows, v)
	h.a = append(h.a, row)
	h.b = append(h.b, tab.vars[v].value.R)
	return true
}

// triangle brings a into lower triangular form by column operations of determinant 1 or -1. It returns by row
// the column of its last entry, or -1 if the row depends on those before; ok is false if numbers get too big.
func (h *hermite) triangle() (pivots []int, ok bool) {
	n := len(h.cols)
	next := 0
	for i, row := range h.a {
		for c := next + 1; c < n; c++ {
			for !row[c].IsZero() { // Euclid's algorithm on columns next and c
				q := row[next].Rat().DivInt(row[c]).Floor().Num().Neg()
				for _, r := range h.a[i:] {
					r[next], r[c] = r[c], rational.Combine(rational.OfInt(1), r[next], q, r[c])
				}
				if row[next].Size() > hermiteBits || row[c].Size() > hermiteBits {
					return nil, false
				}
			}
		}
		if next == n || row[next].IsZero() {
			pivots = append(pivots, -1)
			continue
		}
		pivots = append(pivots, next)
		next++
	}
	return pivots, true
}

// multipliers returns y for the first row whose coordinate in the triangular system is no integer, or nil.
func (h *hermite) multipliers(pivots []int) []rational.Rat {
	var rows []int // independent rows; the k-th has its last entry in column k
	var z []rational.Rat
	for i, p := range pivots {
		if p < 0 {
			continue
		}
		sum := h.b[i]
		for k := range rows {
			sum = sum.Sub(z[k].MulInt(h.a[i][k]))
		}
		zi := sum.DivInt(h.a[i][p])
		rows = append(rows, i)
		z = append(z, zi)
		if zi.IsInt() {
			continue
		}
		y := make([]rational.Rat, len(h.a))
		y[i] = rational.Of(1).DivInt(h.a[i][p])
		for k := p - 1; k >= 0; k-- {
			var sum rational.Rat
			for _, r := range rows[k+1:] {
				sum = sum.Add(y[r].MulInt(h.a[r][k]))
			}
			y[rows[k]] = sum.Neg().DivInt(h.a[rows[k]][k])
		}
		return y
	}
	return nil
}
