package cnf

import "whittle.dev/sat"

// Multiplier is a circuit for products.
type Multiplier int

// The multipliers.
const (
	ShiftAdd  Multiplier = iota // rows added one after the other by ripple adders
	CarrySave                   // rows added in carry-save form, one ripple adder at the end
	// columns reduced by full adders as early as possible (Wallace, 1964), ripple adder at the end
	Wallace
	Dadda // columns reduced as late as possible (Dadda, 1965), prefix adder at the end
	// digits -2 to 2 of the multiplier (Booth, 1951; MacSorley, 1961), columns reduced at the end
	Booth
	Karatsuba // three products of half the width (Karatsuba and Ofman, 1962)
)

// String names the multiplier in file names.
func (m Multiplier) String() string {
	return [...]string{"shift-add", "carry-save", "wallace", "dadda", "booth", "karatsuba"}[m]
}

// Multiply returns the product of a and b with len(a)+len(b) bits.
func (f *Formula) Multiply(m Multiplier, a, b Word) Word {
	switch m {
	case CarrySave:
		return f.mulCarrySave(a, b)
	case Wallace:
		return f.sumColumns(f.partial(a, b), len(a)+len(b), false, Ripple)
	case Dadda:
		return f.sumColumns(f.partial(a, b), len(a)+len(b), true, Prefix)
	case Booth:
		return f.mulBooth(a, b)
	case Karatsuba:
		return f.mulKaratsuba(a, b)
	}
	return f.mulShiftAdd(a, b)
}

func (f *Formula) row(a Word, bit sat.Lit) Word {
	out := make(Word, len(a))
	for i := range a {
		out[i] = f.And(a[i], bit)
	}
	return out
}

func (f *Formula) mulShiftAdd(a, b Word) Word {
	var out Word
	acc := f.row(a, b[0])
	top := f.False()
	for _, bit := range b[1:] {
		out = append(out, acc[0])
		acc, top = f.addRipple(append(append(Word(nil), acc[1:]...), top), f.row(a, bit), f.False())
	}
	return append(append(out, acc...), top)
}

func (f *Formula) mulCarrySave(a, b Word) Word {
	n := len(a) + len(b)
	sum, carry := f.resize(nil, n), f.resize(nil, n)
	for j, bit := range b {
		nextSum, nextCarry := append(Word(nil), sum...), f.resize(nil, n)
		copy(nextCarry, carry)
		for i := range a {
			x := f.And(a[i], bit)
			nextSum[i+j] = f.Xor(f.Xor(sum[i+j], carry[i+j]), x)
			nextCarry[i+j+1] = f.Majority(sum[i+j], carry[i+j], x)
			if i == 0 {
				nextCarry[j] = f.False()
			}
		}
		sum, carry = nextSum, nextCarry
	}
	out, _ := f.addRipple(sum, carry, f.False())
	return out
}

// partial returns the bits of the rows by column.
func (f *Formula) partial(a, b Word) [][]sat.Lit {
	cols := make([][]sat.Lit, len(a)+len(b))
	for i := range a {
		for j := range b {
			cols[i+j] = append(cols[i+j], f.And(a[i], b[j]))
		}
	}
	return cols
}

// sumColumns adds the bits of all columns, modulo 2 to n. Late means that a
// column keeps as many bits as the sequence 2, 3, 4, 6, 9, ... allows in each stage.
func (f *Formula) sumColumns(cols [][]sat.Lit, n int, late bool, last Adder) Word {
	height := 0
	for _, c := range cols {
		height = max(height, len(c))
	}
	limits := []int{2}
	for limits[len(limits)-1] < height {
		limits = append(limits, limits[len(limits)-1]*3/2)
	}
	for height > 2 {
		limit := 2
		if late {
			limits = limits[:len(limits)-1]
			limit = limits[len(limits)-1]
		}
		next := make([][]sat.Lit, n)
		height = 0
		for i := range n {
			// In a late stage the carries of this stage count, too.
			bits, ready := cols[i], next[i]
			for len(bits) >= 3 && (!late || len(bits)+len(ready) > limit+1) {
				x, y, z := bits[0], bits[1], bits[2]
				bits = bits[3:]
				ready = append(ready, f.Xor(f.Xor(x, y), z))
				if i+1 < n {
					next[i+1] = append(next[i+1], f.Majority(x, y, z))
				}
			}
			if late && len(bits) >= 2 && len(bits)+len(ready) > limit {
				x, y := bits[0], bits[1]
				bits = bits[2:]
				ready = append(ready, f.Xor(x, y))
				if i+1 < n {
					next[i+1] = append(next[i+1], f.And(x, y))
				}
			}
			next[i] = append(ready, bits...)
			height = max(height, len(next[i]))
		}
		cols = next
	}
	a, b := f.resize(nil, n), f.resize(nil, n)
	for i, c := range cols[:n] {
		if len(c) > 0 {
			a[i] = c[0]
		}
		if len(c) > 1 {
			b[i] = c[1]
		}
	}
	sum, _ := f.Add(last, a, b, f.False())
	return sum
}

func (f *Formula) mulBooth(a, b Word) Word {
	n := len(a) + len(b)
	bit := func(i int) sat.Lit {
		if i < 0 || i >= len(b) {
			return f.False()
		}
		return b[i]
	}
	cols := make([][]sat.Lit, n)
	for j := 0; j <= len(b); j += 2 {
		// The digit is bit(j-1) + bit(j) - 2*bit(j+1).
		one := f.Xor(bit(j-1), bit(j))
		two := f.And(f.Xor(bit(j+1), bit(j)), one.Not())
		neg := bit(j + 1)
		for i := j; i < n; i++ {
			v := f.False()
			if i-j < len(a) {
				v = f.And(one, a[i-j])
			}
			if i-j >= 1 && i-j-1 < len(a) {
				v = f.Or(v, f.And(two, a[i-j-1]))
			}
			cols[i] = append(cols[i], f.Xor(v, neg))
		}
		if j < n {
			cols[j] = append(cols[j], neg)
		}
	}
	return f.sumColumns(cols, n, false, Prefix)
}

func (f *Formula) mulKaratsuba(a, b Word) Word {
	n := max(len(a), len(b))
	if n <= 3 || len(a) != len(b) {
		return f.mulShiftAdd(a, b)
	}
	h := n / 2
	low := f.mulKaratsuba(a[:h], b[:h])
	high := f.mulKaratsuba(a[h:], b[h:])
	plus := func(x Word) Word {
		return f.Plus(f.resize(x[:h], n-h+1), f.resize(x[h:], n-h+1))
	}
	mid := f.mulKaratsuba(plus(a), plus(b))
	mid, _ = f.Subtract(mid, f.resize(low, len(mid)))
	mid, _ = f.Subtract(mid, f.resize(high, len(mid)))
	out := append(append(Word(nil), low...), f.resize(high, 2*n-2*h)...)
	shifted := append(f.resize(nil, h), mid...)
	return f.Plus(out, f.resize(shifted, 2*n))
}
