package linear

import (
	"math/big"

	"whittle.dev/internal/simplex/rational"
)

// Equations M x + c = 0 over integers are brought to a lower triangle by column operations that keep the
// lattice of integer vectors: M V = [H 0]. They have an integer solution if and only if H y = -c has one. As
// y is computed row by row, the multipliers of the equations that give its entries are kept. An entry that
// is no integer has multipliers R with R M integral and R c not integral: a proof that there is no solution,
// and a shortest one (Jain, Clarke, Grumberg, section 3).

// Parity returns multipliers of the rows, all of which are equations over integral variables, with which the
// sum has integer coefficients and a constant that is no integer; nil if the equations have an integer
// solution or contradict each other over the rationals already.
func Parity(rows []Row) []rational.Rat {
	m, c := matrix(rows)
	var pivots []int // by column of the triangle: its row
	for r := range m {
		if p := len(pivots); p < len(m[r]) && reduceRow(m, r, p) {
			pivots = append(pivots, r)
		}
	}
	one := big.NewRat(1, 1)
	mults := make([][]*big.Rat, len(pivots)) // by column: y as a combination of the equations
	for p, r := range pivots {
		y := make([]*big.Rat, len(rows))
		for i := range y {
			y[i] = new(big.Rat)
		}
		y[r].Set(one)
		for q := range p {
			k := new(big.Rat).SetInt(m[r][q])
			for i := range y {
				y[i].Sub(y[i], new(big.Rat).Mul(k, mults[q][i]))
			}
		}
		inverse := new(big.Rat).Inv(new(big.Rat).SetInt(m[r][p]))
		constant := new(big.Rat)
		for i := range y {
			y[i].Mul(y[i], inverse)
			constant.Add(constant, new(big.Rat).Mul(y[i], c[i]))
		}
		if !constant.IsInt() {
			out := make([]rational.Rat, len(y))
			for i := range y {
				out[i] = rational.FromBig(y[i])
			}
			return out
		}
		mults[p] = y
	}
	return nil
}

// matrix returns the coefficients, which are integers for normal rows, and the constants of equations.
func matrix(rows []Row) (m [][]*big.Int, c []*big.Rat) {
	column := map[Var]int{}
	for _, r := range rows {
		for _, x := range r.Sum {
			if _, ok := column[x.Var]; !ok {
				column[x.Var] = len(column)
			}
		}
	}
	m, c = make([][]*big.Int, len(rows)), make([]*big.Rat, len(rows))
	for i, r := range rows {
		m[i] = make([]*big.Int, len(column))
		for j := range m[i] {
			m[i][j] = new(big.Int)
		}
		for _, x := range r.Sum {
			m[i][column[x.Var]].Set(x.Coef.Big().Num())
		}
		c[i] = r.Const.Big()
	}
	return m, c
}

// reduceRow makes all entries of row r to the right of column p zero, by column operations, and reports
// whether the one in column p is not.
func reduceRow(m [][]*big.Int, r, p int) bool {
	for {
		// The least entry becomes the pivot; the others are reduced by it.
		least := -1
		for j := p; j < len(m[r]); j++ {
			if m[r][j].Sign() != 0 && (least < 0 || m[r][j].CmpAbs(m[r][least]) < 0) {
				least = j
			}
		}
		if least < 0 {
			return false
		}
		for i := range m {
			m[i][p], m[i][least] = m[i][least], m[i][p]
		}
		done := true
		for j := p + 1; j < len(m[r]); j++ {
			if m[r][j].Sign() == 0 {
				continue
			}
			q := new(big.Int).Quo(m[r][j], m[r][p])
			for i := range m {
				m[i][j].Sub(m[i][j], new(big.Int).Mul(q, m[i][p]))
			}
			done = done && m[r][j].Sign() == 0
		}
		if done {
			return true
		}
	}
}
