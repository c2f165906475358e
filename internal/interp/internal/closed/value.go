package closed

import (
	"math/big"
	"math/bits"
)

// Degree is the highest degree of a polynomial.
const Degree = 3

// Value is a value of Width bits, of which a Bool has 1, as a function of the number of the turn. The zero
// Value is unknown.
type Value struct {
	Width int // 0: unknown
	c     [Degree + 1]uint64
}

// Constant is a value that is the same in every turn.
func Constant(width int, v uint64) Value {
	return Value{width, [Degree + 1]uint64{v & mask(width)}}
}

// Through is the polynomial of least degree that the values of the latest turns are of, the last of which is
// that of turn 0; it is a guess, to be checked by Follows.
func Through(width int, latest []uint64) Value {
	if width < 1 || width > 64 || len(latest) == 0 {
		return Value{}
	}
	if n := len(latest) - Degree - 1; n > 0 {
		latest = latest[n:]
	}
	// The differences at the end of the table go on as that of the highest order does.
	table := append([]uint64(nil), latest...)
	ends := make([]uint64, 0, len(table))
	for n := len(table); n > 0; n-- {
		ends = append(ends, table[n-1])
		for i := range n - 1 {
			table[i] = table[i+1] - table[i]
		}
	}
	values := make([]uint64, len(ends))
	for i := range values {
		values[i] = ends[0]
		for k := len(ends) - 2; k >= 0; k-- {
			ends[k] += ends[k+1]
		}
	}
	return interpolated(width, values)
}

// interpolated is the polynomial that has the given values in turns 0, 1, ....
func interpolated(width int, values []uint64) Value {
	v := Value{Width: width}
	for k := range values {
		v.c[k] = values[0] & mask(width)
		for i := range len(values) - k - 1 {
			values[i] = values[i+1] - values[i]
		}
	}
	return v
}

// Known reports whether something is known of the value.
func (v Value) Known() bool { return v.Width > 0 }

// IsConstant returns the value if it is the same in every turn.
func (v Value) IsConstant() (uint64, bool) { return v.c[0], v.Known() && v.degree() == 0 }

// Follows reports whether v in turn i is w in turn i+1, for all i.
func (v Value) Follows(w Value) bool {
	return v.Known() && v == w.next()
}

// next is the value of the next turn.
func (v Value) next() Value {
	for k := range Degree {
		v.c[k] = (v.c[k] + v.c[k+1]) & mask(v.Width)
	}
	return v
}

// At is the value in turn i.
func (v Value) At(i uint64) uint64 {
	sum := uint64(0)
	for k, c := range v.c {
		if c != 0 {
			sum += c * low(binomial(i, k))
		}
	}
	return sum & mask(v.Width)
}

func (v Value) degree() int {
	for k := Degree; k > 0; k-- {
		if v.c[k] != 0 {
			return k
		}
	}
	return 0
}

// plus is v + f*w.
func (v Value) plus(f uint64, w Value) Value {
	if !v.Known() || !w.Known() {
		return Value{}
	}
	for k := range v.c {
		v.c[k] = (v.c[k] + f*w.c[k]) & mask(v.Width)
	}
	return v
}

// times is v * w, which is unknown if the degree grows too large.
func (v Value) times(w Value) Value {
	if !v.Known() || !w.Known() || v.degree()+w.degree() > Degree {
		return Value{}
	}
	values := make([]uint64, v.degree()+w.degree()+1)
	for i := range values {
		values[i] = v.At(uint64(i)) * w.At(uint64(i))
	}
	return interpolated(v.Width, values)
}

// lowest are the lowest bits of the value.
func (v Value) lowest(width int) Value {
	if !v.Known() {
		return v
	}
	v.Width = width
	for k := range v.c {
		v.c[k] &= mask(width)
	}
	return v
}

// zero is the first turn in which a polynomial of degree 1 is zero modulo 2^width; ok is false if there is
// none.
func (v Value) zero() (turn uint64, ok bool) {
	k := bits.TrailingZeros64(v.c[1])
	at := -v.c[0] & mask(v.Width)
	if at&mask(k) != 0 {
		return 0, false
	}
	odd := v.c[1] >> k
	inverse := odd // right in three bits, and in twice as many after each step
	for range 5 {
		inverse *= 2 - odd*inverse
	}
	return (at >> k) * inverse & mask(v.Width-k), true
}

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// binomial is the number of ways to choose k of n things.
func binomial(n uint64, k int) *big.Int {
	r := big.NewInt(1)
	for i := range k {
		if n < uint64(i) {
			return new(big.Int)
		}
		r.Mul(r, new(big.Int).SetUint64(n-uint64(i)))
		r.Quo(r, big.NewInt(int64(i+1)))
	}
	return r
}

// low are the lowest 64 bits of a number that is not negative.
func low(n *big.Int) uint64 {
	return new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))).Uint64()
}
