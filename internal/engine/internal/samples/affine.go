package samples

import (
	"math/bits"
)

// Affine relations. A system of samples x_0, ..., x_m in Z/2^w has the relations a*x = c that hold for all of
// them; they are those with a*(x_i - x_0) = 0. The matrix of the differences is made diagonal by invertible
// operations on rows and columns, with an entry of the fewest factors of two as the next pivot: over Z/2^w
// such an entry divides all others. If U is the product of the column operations and d_j the number of
// factors of two on the diagonal (w beyond it), then the relations are, exactly,
//
//	U_j * x = U_j * x_0 modulo 2^d_j	for each column j.
//
// d_j = w is an equation, 0 < d_j < w a congruence: x - 2y = 1 modulo 4.

// relation is sum of coef[i]*x[i] = value modulo 2^bits.
type relation struct {
	coef  []uint64
	value uint64
	bits  int
}

// affine returns the relations of samples of width w, at most 64; all have the same length.
func affine(samples [][]uint64, w int) []relation {
	if len(samples) < 2 {
		return nil
	}
	n := len(samples[0])
	m := &matrix{mask: ^uint64(0) >> (64 - w), w: w, n: n}
	for _, x := range samples[1:] {
		row := make([]uint64, n)
		for j := range row {
			row[j] = (x[j] - samples[0][j]) & m.mask
		}
		m.rows = append(m.rows, row)
	}
	for j := range n {
		col := make([]uint64, n)
		col[j] = 1
		m.u = append(m.u, col)
	}
	rank := m.diagonalise()
	var out []relation
	for j := range n {
		d := w
		if j < rank {
			d = bits.TrailingZeros64(m.rows[j][j])
		}
		if d == 0 {
			continue
		}
		out = append(out, normal(m.u[j], samples[0], d))
	}
	return out
}

// matrix is a matrix over Z/2^w with the column operations done to it.
type matrix struct {
	rows [][]uint64
	u    [][]uint64 // columns of U
	mask uint64
	w, n int
}

// diagonalise makes the matrix diagonal and returns the number of entries that are not zero there.
func (m *matrix) diagonalise() int {
	for k := 0; k < m.n && k < len(m.rows); k++ {
		r, c := m.pivot(k)
		if r < 0 {
			return k
		}
		m.rows[k], m.rows[r] = m.rows[r], m.rows[k]
		m.swap(k, c)
		p := m.rows[k][k]
		v := bits.TrailingZeros64(p)
		inv := inverse(p >> v)
		for j := k + 1; j < m.n; j++ { // column j -= q * column k
			q := (m.rows[k][j] >> v) * inv
			if q == 0 {
				continue
			}
			for i := k; i < len(m.rows); i++ {
				m.rows[i][j] = (m.rows[i][j] - q*m.rows[i][k]) & m.mask
			}
			for i := range m.n {
				m.u[j][i] = (m.u[j][i] - q*m.u[k][i]) & m.mask
			}
		}
		for i := k + 1; i < len(m.rows); i++ { // the row of the pivot has nothing else any more
			m.rows[i][k] = 0
		}
	}
	return min(m.n, len(m.rows))
}

// pivot is the place of an entry with the fewest factors of two, from k on; -1 if all are zero.
func (m *matrix) pivot(k int) (row, col int) {
	row, best := -1, m.w
	for i := k; i < len(m.rows); i++ {
		for j := k; j < m.n; j++ {
			if x := m.rows[i][j]; x != 0 && bits.TrailingZeros64(x) < best {
				row, col, best = i, j, bits.TrailingZeros64(x)
				if best == 0 {
					return row, col
				}
			}
		}
	}
	return row, col
}

func (m *matrix) swap(j, k int) {
	for _, row := range m.rows {
		row[j], row[k] = row[k], row[j]
	}
	m.u[j], m.u[k] = m.u[k], m.u[j]
}

// inverse is that of an odd number modulo 2^64.
func inverse(x uint64) uint64 {
	y := x // right in the lowest three bits; each round doubles their number
	for range 5 {
		y *= 2 - x*y
	}
	return y
}

// normal is the relation of a column modulo 2^d, with the coefficient of the last variable that has an odd
// one made 1.
func normal(col, x []uint64, d int) relation {
	mask := ^uint64(0) >> (64 - d)
	r := relation{coef: make([]uint64, len(col)), bits: d}
	scale := uint64(1)
	for _, c := range col {
		if c&1 == 1 {
			scale = inverse(c)
		}
	}
	for i, c := range col {
		r.coef[i] = c * scale & mask
		r.value += r.coef[i] * x[i]
	}
	r.value &= mask
	return r
}
