package model

import "math/big"

// orthogonal returns vectors of whole numbers, of width columns, of which all vectors that are orthogonal to
// the rows are sums: the columns from the last one back are solved for, so that the first ones are free.
func orthogonal(rows [][]int64, width int) [][]int64 {
	var reduced [][]*big.Rat
	pivot := map[int]int{} // by column: a row
	for _, r := range rows {
		row := make([]*big.Rat, width)
		for k := range row {
			row[k] = big.NewRat(r[k], 1)
		}
		for col, n := range pivot {
			eliminate(row, reduced[n], col)
		}
		for col := width - 1; col >= 0; col-- {
			if row[col].Sign() == 0 {
				continue
			}
			inverse := new(big.Rat).Inv(row[col])
			for k := range row {
				row[k].Mul(row[k], inverse)
			}
			for _, other := range reduced {
				eliminate(other, row, col)
			}
			pivot[col] = len(reduced)
			reduced = append(reduced, row)
			break
		}
	}
	var out [][]int64
	for free := range width {
		if _, solved := pivot[free]; solved {
			continue
		}
		v := make([]*big.Rat, width)
		for k := range v {
			v[k] = new(big.Rat)
		}
		v[free].SetInt64(1)
		for col, n := range pivot {
			v[col].Neg(reduced[n][free])
		}
		if whole, ok := integers(v); ok {
			out = append(out, whole)
		}
	}
	return out
}

// eliminate makes a column of a row zero with another row that has a one there.
func eliminate(row, by []*big.Rat, col int) {
	if f := new(big.Rat).Set(row[col]); f.Sign() != 0 {
		for k := range row {
			row[k].Sub(row[k], new(big.Rat).Mul(f, by[k]))
		}
	}
}

// integers multiplies a vector by the common denominator; false if the numbers are too large for use.
func integers(v []*big.Rat) ([]int64, bool) {
	common := big.NewInt(1)
	for _, x := range v {
		d := x.Denom()
		gcd := new(big.Int).GCD(nil, nil, common, d)
		common.Mul(common, new(big.Int).Div(d, gcd))
	}
	out := make([]int64, len(v))
	for k, x := range v {
		n := new(big.Int).Div(new(big.Int).Mul(x.Num(), common), x.Denom())
		if !n.IsInt64() {
			return nil, false
		}
		out[k] = n.Int64()
	}
	return out, true
}
