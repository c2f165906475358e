// Package rational has exact numbers for the simplex: rationals ([Rat]), the same with an infinitesimal part
// ([Value]), and integers ([Int]). Each is a flat value that costs no memory while numerators and
// denominators are below 2^62, and falls back on math/big beyond.
//
//	third := rational.Frac(1, 3)
//	x := third.Add(rational.Of(2)) // 7/3
//	fmt.Println(x, x.Floor())      // 7/3 2
//
// Values are immutable: no method changes its receiver, and a big.Rat or big.Int that a value refers to is
// never written after it was made. The zero values are zero. Two values that are equal as numbers may differ
// under == only if they are big, so use Equal or Cmp.
//
// The infinitesimal part is that of Dutertre and de Moura, "A fast linear-arithmetic solver for DPLL(T)"
// (CAV 2006), section 5.1: x < c is x <= c - delta for a positive delta that is smaller than every rational
// needed.
//
// # Limits
//
// Division by zero panics, as for Go's integers; the callers divide by coefficients, which are not zero.
package rational
