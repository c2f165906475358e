package simplex

import "whittle.dev/internal/simplex/rational"

// tableau is the bounds and the forms of the variables, with an equation for each form in use.
type tableau struct {
	trail
	forms  formTable
	matrix matrix
	stats  Stats // of all parts of the solver
}

// NewVar makes a variable over the integers or the reals, without bounds.
func (tab *tableau) NewVar(integer bool) Var {
	return tab.newVar(variable{integer: integer, form: -1, row: -1, active: true})
}

func (tab *tableau) newVar(x variable) Var {
	v := Var(len(tab.vars))
	tab.vars = append(tab.vars, x)
	tab.matrix.addVar()
	return v
}

// Watch says whether [Solver.Propagate] shall look for bounds on v. A form that is watched is kept in the
// matrix, and so takes part in every pivot.
func (tab *tableau) Watch(v Var, on bool) {
	tab.vars[v].watched = on
	if on {
		tab.activate(v)
	}
}

// Stats returns the counters.
func (tab *tableau) Stats() Stats { return tab.stats }

// Rows returns the number of rows of the matrix: of forms in use.
func (tab *tableau) Rows() int { return len(tab.matrix.rows) - len(tab.matrix.unused) }

// evaluate returns the value of a form under the assignment at hand.
func (tab *tableau) evaluate(terms []formTerm) rational.Value {
	var sum rational.Value
	for _, t := range terms {
		sum = sum.Add(tab.vars[t.v].value.MulInt(t.coef))
	}
	return sum
}

// activate puts the row of a form into the matrix, with its variable basic.
func (tab *tableau) activate(v Var) {
	x := &tab.vars[v]
	if x.active {
		return
	}
	x.active = true
	terms := tab.forms.list[x.form].terms
	x.value = tab.evaluate(terms)
	x.row = tab.matrix.addRow(v, terms, tab.vars)
}

// Trim takes the rows of forms out of the matrix that have no bounds and are not watched. They come back when
// a bound is asserted. Call it when many forms went out of use, without bounds that shall be retracted.
func (tab *tableau) Trim() {
	for i := range tab.forms.list {
		v := tab.forms.list[i].v
		x := &tab.vars[v]
		if !x.active || x.watched || x.lo != 0 || x.hi != 0 {
			continue
		}
		if x.row < 0 {
			if len(tab.matrix.cols[v]) > 0 {
				tab.pivot(tab.shortestRow(v), v)
			}
		}
		tab.matrix.removeRow(x.row)
		x.row = -1
		x.active = false
	}
}

// shortestRow returns the row with the fewest entries among those in which v occurs.
func (tab *tableau) shortestRow(v Var) int32 {
	best := tab.matrix.cols[v][0].row
	for _, p := range tab.matrix.cols[v] {
		if len(tab.matrix.rows[p.row]) < len(tab.matrix.rows[best]) {
			best = p.row
		}
	}
	return best
}

// pivot makes v, which occurs in row r, basic there instead of what is.
func (tab *tableau) pivot(r int32, v Var) {
	m := &tab.matrix
	tab.stats.Pivots++
	tab.vars[m.base[r]].row = -1
	m.base[r] = v
	tab.vars[v].row = r
	b := m.coefOf(r, v)
	// Entries before i stay where they are when a later one goes.
	for i := len(m.cols[v]) - 1; i >= 0; i-- {
		if p := m.cols[v][i]; p.row != r {
			m.eliminate(p.row, m.rows[p.row][p.at].coef, r, b)
		}
	}
}
