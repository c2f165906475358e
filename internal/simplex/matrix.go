package simplex

import "whittle.dev/internal/simplex/rational"

// The matrix holds equations sum a_j*x_j = 0, one per row, with coprime integer coefficients. In each row
// one variable is basic: it occurs in no other row. Rows and columns are flat lists that know each other's
// places, so that an entry goes in constant time; the order inside a row or column has no meaning.

// entry is a term of a row.
type entry struct {
	coef rational.Int
	v    Var
	at   int32 // its place in the column of v
}

// place is where a variable occurs.
type place struct {
	row int32
	at  int32 // its place in the row
}

type matrix struct {
	rows   [][]entry
	cols   [][]place // by variable
	base   []Var     // by row
	unused []int32   // rows that are empty
	index  []int32   // by variable: one more than its place in the row at hand, else 0
}

func (m *matrix) addVar() {
	m.cols = append(m.cols, nil)
	m.index = append(m.index, 0)
}

// coefBase returns the coefficient of the basic variable of row r.
func (m *matrix) coefBase(r int32) rational.Int { return m.rows[r][m.cols[m.base[r]][0].at].coef }

// addRow adds the equation terms - v = 0, with v basic, and eliminates the other basic variables from it.
func (m *matrix) addRow(v Var, terms []formTerm, vars []variable) int32 {
	var r int32
	if n := len(m.unused); n > 0 {
		r = m.unused[n-1]
		m.unused = m.unused[:n-1]
	} else {
		r = int32(len(m.rows))
		m.rows = append(m.rows, nil)
		m.base = append(m.base, 0)
	}
	m.base[r] = v
	m.push(r, rational.OfInt(-1), v)
	for _, t := range terms {
		m.push(r, t.coef, t.v)
	}
	for _, t := range terms {
		if row := vars[t.v].row; row >= 0 {
			m.eliminate(r, m.coefOf(r, t.v), row, m.coefBase(row))
		}
	}
	return r
}

// coefOf returns the coefficient of v in row r, where it occurs.
func (m *matrix) coefOf(r int32, v Var) rational.Int {
	if len(m.cols[v]) < len(m.rows[r]) {
		for _, p := range m.cols[v] {
			if p.row == r {
				return m.rows[r][p.at].coef
			}
		}
	}
	for i := range m.rows[r] {
		if m.rows[r][i].v == v {
			return m.rows[r][i].coef
		}
	}
	return rational.Int{}
}

// push adds a term to a row in which its variable does not occur.
func (m *matrix) push(r int32, coef rational.Int, v Var) {
	m.rows[r] = append(m.rows[r], entry{coef, v, int32(len(m.cols[v]))})
	m.cols[v] = append(m.cols[v], place{r, int32(len(m.rows[r]) - 1)})
}

// drop removes the term at place i of row r.
func (m *matrix) drop(r int32, i int) {
	row := m.rows[r]
	e := row[i]
	col := m.cols[e.v]
	if last := len(col) - 1; int(e.at) != last {
		col[e.at] = col[last]
		m.rows[col[last].row][col[last].at].at = e.at
	}
	m.cols[e.v] = col[:len(col)-1]
	if last := len(row) - 1; i != last {
		row[i] = row[last]
		m.cols[row[i].v][row[i].at].at = int32(i)
	}
	row[len(row)-1] = entry{}
	m.rows[r] = row[:len(row)-1]
}

// removeRow takes row r out of the matrix.
func (m *matrix) removeRow(r int32) {
	for i := len(m.rows[r]) - 1; i >= 0; i-- {
		m.drop(r, i)
	}
	m.unused = append(m.unused, r)
}

// eliminate subtracts a multiple of row src, in which a variable has coefficient b, from row dst, in which it
// has coefficient a, so that it goes.
func (m *matrix) eliminate(dst int32, a rational.Int, src int32, b rational.Int) {
	if !b.IsUnit() && !a.IsUnit() {
		if g := rational.Gcd(a, b); !g.IsOne() {
			a, b = a.Quo(g), b.Quo(g)
		}
	}
	if b.Sign() < 0 { // dst keeps its direction
		a, b = a.Neg(), b.Neg()
	}
	m.combine(dst, b, src, a.Neg())
}

// combine makes row dst the combination p*dst + q*src and divides it by the common factor of its
// coefficients.
func (m *matrix) combine(dst int32, p rational.Int, src int32, q rational.Int) {
	row := m.rows[dst]
	scaled := !p.IsOne()
	for i := range row {
		m.index[row[i].v] = int32(i) + 1
		if scaled {
			row[i].coef = row[i].coef.Mul(p)
		}
	}
	one := rational.OfInt(1)
	for k := range m.rows[src] {
		e := &m.rows[src][k]
		if i := m.index[e.v]; i > 0 {
			x := &m.rows[dst][i-1]
			x.coef = rational.Combine(one, x.coef, q, e.coef)
			continue
		}
		m.push(dst, q.Mul(e.coef), e.v)
	}
	row = m.rows[dst]
	for i := range row {
		m.index[row[i].v] = 0
	}
	for i := len(row) - 1; i >= 0; i-- {
		if m.rows[dst][i].coef.IsZero() {
			m.drop(dst, i)
		}
	}
	m.normalise(dst)
}

// normalise divides row r by the greatest common divisor of its coefficients.
func (m *matrix) normalise(r int32) {
	var g rational.Int
	for i := range m.rows[r] {
		g = rational.Gcd(g, m.rows[r][i].coef)
		if g.IsOne() {
			return
		}
	}
	for i := range m.rows[r] {
		x := &m.rows[r][i].coef
		*x = x.Quo(g)
	}
}
