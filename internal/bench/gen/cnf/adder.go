package cnf

import "whittle.dev/sat"

// Adder is a circuit for sums.
type Adder int

// The adders.
const (
	Ripple      Adder = iota // a chain of full adders
	Prefix                   // carries by a parallel prefix tree (Kogge and Stone, 1973)
	CarrySelect              // blocks of three bits, each for both carries, and chosen by multiplexers
)

// Add returns the sum of a, b and the carry c, with as many bits as a and b, and the carry out.
func (f *Formula) Add(k Adder, a, b Word, c sat.Lit) (sum Word, carry sat.Lit) {
	switch k {
	case Prefix:
		return f.addPrefix(a, b, c)
	case CarrySelect:
		return f.addSelect(a, b, c)
	}
	return f.addRipple(a, b, c)
}

// Plus returns a + b modulo 2 to the number of bits, by a ripple adder.
func (f *Formula) Plus(a, b Word) Word {
	sum, _ := f.addRipple(a, b, f.False())
	return sum
}

func (f *Formula) addRipple(a, b Word, c sat.Lit) (Word, sat.Lit) {
	sum := make(Word, len(a))
	for i := range a {
		sum[i] = f.Xor(f.Xor(a[i], b[i]), c)
		c = f.Majority(a[i], b[i], c)
	}
	return sum, c
}

func (f *Formula) addPrefix(a, b Word, c sat.Lit) (Word, sat.Lit) {
	n := len(a)
	// Place 0 generates the carry that comes in.
	gen, prop, half := make([]sat.Lit, n+1), make([]sat.Lit, n+1), make([]sat.Lit, n)
	gen[0], prop[0] = c, f.False()
	for i := range a {
		half[i] = f.Xor(a[i], b[i])
		gen[i+1], prop[i+1] = f.And(a[i], b[i]), half[i]
	}
	for d := 1; d <= n; d *= 2 {
		for i := n; i >= d; i-- {
			gen[i] = f.Or(gen[i], f.And(prop[i], gen[i-d]))
			prop[i] = f.And(prop[i], prop[i-d])
		}
	}
	sum := make(Word, n)
	for i := range sum {
		sum[i] = f.Xor(half[i], gen[i])
	}
	return sum, gen[n]
}

func (f *Formula) addSelect(a, b Word, c sat.Lit) (Word, sat.Lit) {
	const block = 3
	var sum Word
	for from := 0; from < len(a); from += block {
		to := min(from+block, len(a))
		s0, c0 := f.addRipple(a[from:to], b[from:to], f.False())
		s1, c1 := f.addRipple(a[from:to], b[from:to], f.True())
		sum = append(sum, f.MuxWord(c, s1, s0)...)
		c = f.Mux(c, c1, c0)
	}
	return sum, c
}

// Subtract returns a - b, and a literal that is true if a < b.
func (f *Formula) Subtract(a, b Word) (Word, sat.Lit) {
	diff, carry := f.addRipple(a, b.Not(), f.True())
	return diff, carry.Not()
}
