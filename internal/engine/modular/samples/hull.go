package samples

import (
	"math/bits"
	"slices"
)

// prime is the modulus of the field in which hulls are computed: equations with small factors come out as
// they are over the rational numbers, unless an accident of numbers adds one, which is then looked at like
// any other.
const prime = 1<<61 - 1

func mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, rem := bits.Div64(hi, lo, prime)
	return rem
}

func sub(a, b uint64) uint64 {
	if a >= b {
		return a - b
	}
	return a + prime - b
}

// inverse is the multiplicative inverse (Fermat).
func inverse(a uint64) uint64 {
	out := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 != 0 {
			out = mul(out, a)
		}
		a = mul(a, a)
	}
	return out
}

// field is a number of the field for a signed number.
func field(n int64) uint64 {
	if n >= 0 {
		return uint64(n) % prime
	}
	return sub(0, uint64(-n)%prime)
}

// hull collects points of a space, and knows the linear equations that all of them satisfy.
type hull struct {
	width int
	rows  [][]uint64 // in reduced echelon form: each has a one in its pivot, where all others have a zero
	pivot []int      // by row
}

// add adds a point; false if it is a sum of those that are known.
func (h *hull) add(point []int64) bool {
	row := make([]uint64, h.width)
	for k, n := range point {
		row[k] = field(n)
	}
	return h.put(row)
}

// put adds a vector. The last column in which it differs from what is known is solved for, so that the first
// columns stay free. It reports whether the vector tells something new.
func (h *hull) put(row []uint64) bool {
	for i, r := range h.rows {
		eliminate(row, r, h.pivot[i])
	}
	for col := h.width - 1; col >= 0; col-- {
		if row[col] == 0 {
			continue
		}
		inv := inverse(row[col])
		for k := range row {
			row[k] = mul(row[k], inv)
		}
		for _, r := range h.rows {
			eliminate(r, row, col)
		}
		h.rows, h.pivot = append(h.rows, row), append(h.pivot, col)
		return true
	}
	return false
}

// full reports whether no equation is left.
func (h *hull) full() bool { return len(h.rows) == h.width }

// eliminate makes a column of a row zero with another row that has a one there.
func eliminate(row, by []uint64, col int) {
	f := row[col]
	if f == 0 {
		return
	}
	for k, x := range by {
		if x != 0 {
			row[k] = sub(row[k], mul(f, x))
		}
	}
}

// equations are those of which all others are sums, with whole factors that are allowed: in each, one column
// that is free has a factor, of all others those that were solved for alone. Column unbounded may have any
// factor.
func (h *hull) equations(allowed factors, unbounded int) [][]int64 {
	var out [][]int64
	for _, v := range h.orthogonal() {
		if whole, ok := smallest(v, allowed, unbounded); ok {
			out = append(out, whole)
		}
	}
	return out
}

// orthogonal are the vectors of these equations.
func (h *hull) orthogonal() [][]uint64 {
	solved := make([]bool, h.width)
	for _, p := range h.pivot {
		solved[p] = true
	}
	var out [][]uint64
	for free := range h.width {
		if solved[free] {
			continue
		}
		v := make([]uint64, h.width)
		v[free] = 1
		for i, r := range h.rows {
			v[h.pivot[i]] = sub(0, r[free])
		}
		out = append(out, v)
	}
	return out
}

// factors are those that equations may have: up to a bound, and some larger ones.
type factors struct {
	most int64
	more []int64
}

// has reports whether a number is a factor.
func (f factors) has(n int64) bool {
	n = max(n, -n)
	return n <= f.most || slices.Contains(f.more, n)
}

// smallest is a multiple of a vector with whole factors that are allowed; false if there is none.
func smallest(v []uint64, allowed factors, unbounded int) ([]int64, bool) {
	for m := int64(1); m <= allowed.most; m++ {
		if whole, ok := multiple(v, m, allowed, unbounded); ok {
			return whole, true
		}
	}
	return nil, false
}

// maxConstant bounds the constants of equations.
const maxConstant = 1 << 40

// multiple multiplies a vector by a number; false if the factors are not allowed then.
func multiple(v []uint64, m int64, allowed factors, unbounded int) ([]int64, bool) {
	out := make([]int64, len(v))
	for k, x := range v {
		x = mul(x, field(m))
		switch {
		case x <= maxConstant:
			out[k] = int64(x)
		case prime-x <= maxConstant:
			out[k] = -int64(prime - x)
		default:
			return nil, false
		}
		if k != unbounded && !allowed.has(out[k]) {
			return nil, false
		}
	}
	return out, true
}
