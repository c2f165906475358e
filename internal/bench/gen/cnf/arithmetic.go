package cnf

import "whittle.dev/sat"

// MultiplierMiter asks whether two multipliers of n-bit numbers differ, the second
// with its operands exchanged if swap is set. Unsatisfiable.
func MultiplierMiter(n int, one, two Multiplier, swap bool) *Formula {
	f := &Formula{}
	a, b := f.Input(n), f.Input(n)
	x := f.Multiply(one, a, b)
	if swap {
		a, b = b, a
	}
	f.Differ(x, f.Multiply(two, a, b))
	return f
}

// Distributivity asks whether a*(b+c) and a*b+a*c can differ for n-bit numbers
// (with the carry). Unsatisfiable.
func Distributivity(n int, one, two Multiplier) *Formula {
	f := &Formula{}
	a, b, c := f.Input(n), f.Input(n), f.Input(n)
	sum, carry := f.addRipple(b, c, f.False())
	left := f.Multiply(one, a, append(sum, carry))
	right, top := f.addRipple(f.Multiply(two, a, b), f.Multiply(two, a, c), f.False())
	f.Differ(left, append(right, top))
	return f
}

// Factor asks for factors of n of so many bits, neither of them 1 and the first not
// larger than the second. It is satisfiable if n has such factors.
func Factor(m Multiplier, n uint64, aBits, bBits int) *Formula {
	f := &Formula{}
	a, b := f.Input(aBits), f.Input(bBits)
	f.Fix(f.Multiply(m, a, b), n)
	if aBits+bBits < 64 && n>>(aBits+bBits) != 0 {
		f.Clause() // it has too many bits
	}
	f.Clause(a[1:]...)
	f.Clause(b[1:]...)
	width := max(aBits, bBits)
	f.Clause(f.Less(f.resize(b, width), f.resize(a, width)).Not())
	return f
}

// Divide returns quotient and remainder of a by b, of one width, from a restoring
// divider; if b is zero the quotient is all ones and the remainder is a.
func (f *Formula) Divide(a, b Word) (quotient, remainder Word) {
	n := len(a)
	quotient = make(Word, n)
	rem, wide := f.resize(nil, n+1), f.resize(b, n+1)
	for i := n - 1; i >= 0; i-- {
		rem = append(Word{a[i]}, rem[:n]...)
		diff, less := f.Subtract(rem, wide)
		quotient[i] = less.Not()
		rem = f.MuxWord(less, rem, diff)
	}
	return quotient, rem[:n]
}

// DividerMiter asks whether quotient*b + remainder differs from a, or the remainder
// is not less than b, for n-bit numbers and b not zero. Unsatisfiable.
func DividerMiter(n int, m Multiplier) *Formula {
	f := &Formula{}
	a, b := f.Input(n), f.Input(n)
	f.Clause(b...)
	q, r := f.Divide(a, b)
	back, carry := f.addRipple(f.Multiply(m, q, b), f.resize(r, 2*n), f.False())
	bad := []sat.Lit{carry, f.Less(r, b).Not(), f.Same(back, f.resize(a, 2*n)).Not()}
	f.Clause(bad...)
	return f
}

// SquareRoots asks for an n-bit number whose square is v modulo 2 to n minus one: long carries that come back
// at the bottom. It is satisfiable if v is such a square.
func SquareRoots(n int, m Multiplier, v uint64) *Formula {
	f := &Formula{}
	a := f.Input(n)
	p := f.Multiply(m, a, a)
	sum, carry := f.addRipple(p[:n], p[n:], f.False())
	sum, _ = f.addRipple(sum, f.resize(Word{carry}, n), f.False())
	f.Fix(sum, v)
	return f
}

// AdderMiter asks whether sums of count numbers of n bits differ that are added in a
// chain by one kind of adder, and in a tree by another. Unsatisfiable.
func AdderMiter(count, n int, one, two Adder) *Formula {
	f := &Formula{}
	var in []Word
	for range count {
		in = append(in, f.Input(n))
	}
	chain := in[0]
	for _, w := range in[1:] {
		chain, _ = f.Add(one, chain, w, f.False())
	}
	tree := in
	for len(tree) > 1 {
		var next []Word
		for i := 0; i+1 < len(tree); i += 2 {
			// The operands are exchanged, lest the first level be the same.
			sum, _ := f.Add(two, tree[i+1], tree[i], f.False())
			next = append(next, sum)
		}
		if len(tree)%2 == 1 {
			next = append(next, tree[len(tree)-1])
		}
		tree = next
	}
	f.Differ(chain, tree[0])
	return f
}

// CountMiter asks whether two circuits that count the true ones among n literals
// differ: a chain of increments, and columns of full adders. Unsatisfiable.
func CountMiter(n int) *Formula {
	f := &Formula{}
	in := f.Input(n)
	bits := 1
	for 1<<bits <= n {
		bits++
	}
	chain := f.resize(nil, bits)
	for _, l := range in {
		chain, _ = f.addRipple(chain, f.resize(nil, bits), l)
	}
	cols := make([][]sat.Lit, bits)
	cols[0] = in
	f.Differ(chain, f.sumColumns(cols, bits, false, Ripple))
	return f
}
