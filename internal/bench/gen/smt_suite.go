package gen

import (
	"fmt"
	"io"

	"whittle.dev/internal/bench/gen/script"
)

// Scripts returns the part of the suite of SMT-LIB 2 scripts that is made here, in a
// fixed order. The other part is what an engine asks about [Programs].
func Scripts() []Instance {
	var s []Instance
	add := func(family, name string, want Answer, make func() *script.Script) {
		name = family + "-" + name
		s = append(s, Instance{family, name, want, func(w io.Writer) error { return make().Write(w, string(want)) }})
	}
	identities(add)
	tricks(add)
	inversions(add)
	memories(add)
	conditions(add)
	return s
}

// scriptAdder adds an instance of a family to a suite.
type scriptAdder func(family, name string, want Answer, make func() *script.Script)

// identities adds products, divisions and polynomials.
func identities(add scriptAdder) {
	for _, x := range []struct {
		name string
		make func(w int) *script.Script
		w    []int
	}{
		{"distributes", script.Distributes, []int{6, 7}},
		{"associates", script.Associates, []int{6, 7}},
		{"squares", script.Squares, []int{8, 9}},
		{"cubes", script.Cubes, []int{6, 7}},
		{"masked", script.MaskedProduct, []int{7, 8}},
		{"high-half", script.HighHalf, []int{8, 10}},
		{"cancels", script.Cancels, []int{8, 10}},
		{"overflow", script.Overflow, []int{9, 11}},
		{"signed", script.SignedDivision, []int{8, 10}},
		{"variable", script.VariableDivisions, []int{8, 10}},
		{"inverse", script.Inverse, []int{9, 12}},
	} {
		for _, w := range x.w {
			add("identity", fmt.Sprintf("%s-%d", x.name, w), Unsat, func() *script.Script { return x.make(w) })
		}
	}
	for _, w := range []int{9, 11} {
		add("identity", fmt.Sprintf("unsigned-division-%d", w), Unsat, func() *script.Script { return script.Division(w, "bvudiv", "bvurem") })
		add("identity", fmt.Sprintf("signed-division-%d", w-1), Unsat, func() *script.Script { return script.Division(w-1, "bvsdiv", "bvsrem") })
	}
	for _, d := range []struct {
		w    int
		a, b uint64
	}{{14, 5, 7}, {18, 11, 13}} {
		add("identity", fmt.Sprintf("divisions-%d-%d-%d", d.w, d.a, d.b), Unsat, func() *script.Script { return script.TwoDivisions(d.w, d.a, d.b) })
	}
	for _, d := range []struct {
		w int
		d uint64
	}{{12, 7}, {14, 23}} {
		add("identity", fmt.Sprintf("reciprocal-%d-%d", d.w, d.d), Unsat, func() *script.Script { return script.Reciprocal(d.w, d.d) })
	}
	add("identity", "divisible-6-3", Unsat, func() *script.Script { return script.Divisible(6, 3) })
	add("identity", "divisible-4-4", Unsat, func() *script.Script { return script.Divisible(4, 4) })
	for _, p := range []struct{ w, degree int }{{16, 3}, {24, 3}, {20, 5}} {
		add("polynomial", fmt.Sprintf("root-%d-%d", p.w, p.degree), Sat, func() *script.Script { return script.Root(1, p.w, p.degree) })
	}
	for _, f := range []struct {
		w    int
		n    uint64
		want Answer
	}{{14, 16381 * 16369, Sat}, {16, 65521 * 65519, Sat}, {13, 67108859, Unsat}, {14, 268435399, Unsat}} {
		add("polynomial", fmt.Sprintf("factors-%d", f.n), f.want, func() *script.Script { return script.Factors(f.w, f.n) })
	}
	add("polynomial", "powers-4-6", Sat, func() *script.Script { return script.Powers(1, 4, 6, 3) })
	add("polynomial", "powers-5-5", Sat, func() *script.Script { return script.Powers(2, 5, 5, 3) })
	add("polynomial", "pythagoras-12", Sat, func() *script.Script { return script.Pythagoras(12, 1000, false) })
	add("polynomial", "pythagoras-6", Unsat, func() *script.Script { return script.Pythagoras(6, 0, true) })
}

// tricks adds bit tricks, saturation and digits.
func tricks(add scriptAdder) {
	for _, x := range []struct {
		name string
		make func(w int) *script.Script
		w    []int
	}{
		{"counts", script.Counts, []int{16, 32}},
		{"clear-lowest", script.ClearLowest, []int{16, 32}},
		{"parity", script.ParityProduct, []int{16, 32}},
		{"averages", script.Averages, []int{32, 64}},
		{"saturating-product", script.SaturatingProduct, []int{7, 8}},
		{"interleave", script.Interleave, []int{8, 16}},
		{"square-root", script.SquareRoot, []int{14, 18}},
		{"decimal", script.Decimal, []int{9, 12}},
	} {
		for _, w := range x.w {
			add("bits", fmt.Sprintf("%s-%d", x.name, w), Unsat, func() *script.Script { return x.make(w) })
		}
	}
	add("bits", "saturating-sum-6-4", Unsat, func() *script.Script { return script.SaturatingSum(6, 4) })
	add("bits", "saturating-sum-8-5", Unsat, func() *script.Script { return script.SaturatingSum(8, 5) })
	add("bits", "gray-9", Unsat, func() *script.Script { return script.Gray(9, 0x9d) })
	add("bits", "gray-12", Unsat, func() *script.Script { return script.Gray(12, 0x9d5) })
}

// inversions adds hashes, ciphers and generators.
func inversions(add scriptAdder) {
	name := func(other bool, format string, args ...any) (string, Answer) {
		if other {
			return fmt.Sprintf(format, args...) + "-none", Unsat
		}
		return fmt.Sprintf(format, args...), Sat
	}
	for _, f := range []struct {
		w, rounds, free int
		other           bool
	}{{32, 2, 16, false}, {32, 2, 14, true}, {24, 2, 24, false}, {64, 2, 12, false}} {
		n, want := name(f.other, "finalizer-%d-%d-%d", f.w, f.rounds, f.free)
		add("hash", n, want, func() *script.Script { return script.Finalizer(1, f.w, f.rounds, f.free, f.other) })
	}
	add("hash", "text-5", Sat, func() *script.Script { return script.Text(1, 5) })
	add("hash", "text-6", Sat, func() *script.Script { return script.Text(2, 6) })
	add("hash", "additions-5", Sat, func() *script.Script { return script.Additions(1, 5) })
	add("hash", "additions-6", Sat, func() *script.Script { return script.Additions(2, 6) })
	for _, c := range []struct {
		w, rounds, pairs, free int
		other                  bool
	}{{16, 6, 2, 16, false}, {16, 6, 2, 14, true}, {16, 5, 2, 32, false}, {32, 5, 2, 16, false}} {
		n, want := name(c.other, "cipher-%d-%d-%d", c.w, c.rounds, c.free)
		add("cipher", n, want, func() *script.Script { return script.Cipher(1, c.w, c.rounds, c.pairs, c.free, c.other) })
	}
	for _, d := range []struct {
		steps, free int
		other       bool
	}{{12, 20, false}, {16, 16, false}, {16, 13, true}} {
		n, want := name(d.other, "digest-%d-%d", d.steps, d.free)
		add("hash", n, want, func() *script.Script { return script.Digest(1, d.steps, d.free, d.other) })
	}
	for _, g := range []struct {
		w, outputs, high int
		other            bool
	}{{24, 6, 6, false}, {32, 8, 6, false}, {20, 8, 5, true}} {
		n, want := name(g.other, "generator-%d-%d-%d", g.w, g.outputs, g.high)
		add("cipher", n, want, func() *script.Script { return script.Generator(1, g.w, g.outputs, g.high, g.other) })
	}
	for _, b := range []struct {
		rounds, pairs int
		other         bool
	}{{2, 3, false}, {3, 3, false}, {2, 4, true}} {
		n, want := name(b.other, "boxes-%d-%d", b.rounds, b.pairs)
		add("cipher", n, want, func() *script.Script { return script.Boxes(1, b.rounds, b.pairs, b.other) })
	}
}

// memories adds arrays.
func memories(add scriptAdder) {
	for _, n := range []int{4, 6, 8} {
		add("array", fmt.Sprintf("swaps-%d", n), Unsat, func() *script.Script { return script.Swaps(n, 32, 32) })
	}
	for _, n := range []int{8, 12} {
		add("array", fmt.Sprintf("orders-%d", n), Unsat, func() *script.Script { return script.Orders(1, n, 32, 32, false) })
	}
	add("array", "orders-20-same", Sat, func() *script.Script { return script.Orders(1, 20, 32, 32, true) })
	for _, n := range []int{2, 3} {
		add("array", fmt.Sprintf("sum-%d", n), Unsat, func() *script.Script { return script.SumAfterSwaps(n, 3, 8) })
	}
	add("array", "sorted-2-16", Unsat, func() *script.Script { return script.SortedArray(2, 16, false) })
	add("array", "sorted-3-8", Unsat, func() *script.Script { return script.SortedArray(3, 8, false) })
	add("array", "sorted-3-32-broken", Sat, func() *script.Script { return script.SortedArray(3, 32, true) })
	for _, n := range []int{6, 10} {
		add("array", fmt.Sprintf("copies-%d", n), Unsat, func() *script.Script { return script.Copies(n, false) })
	}
	add("array", "copies-32-overlap", Sat, func() *script.Script { return script.Copies(32, true) })
	for _, n := range []int{6, 9} {
		add("array", fmt.Sprintf("lists-%d", n), Unsat, func() *script.Script { return script.Lists(n, 16) })
	}
	add("array", "unions-3-3", Unsat, func() *script.Script { return script.Unions(3, 3) })
	add("array", "unions-4-3", Unsat, func() *script.Script { return script.Unions(4, 3) })
	add("array", "histogram-6-2", Unsat, func() *script.Script { return script.Histogram(6, 2) })
	add("array", "histogram-6-3", Unsat, func() *script.Script { return script.Histogram(6, 3) })
	add("array", "machine-5", "", func() *script.Script { return script.Machine(5, 1000) })
	add("array", "machine-6", "", func() *script.Script { return script.Machine(6, 12345) })
}

// conditions adds paths of programs.
func conditions(add scriptAdder) {
	add("path", "parser-14", "", func() *script.Script { return script.Parser(14, 4, 3, 1234) })
	add("path", "parser-20", "", func() *script.Script { return script.Parser(20, 5, 5, 77) })
	add("path", "steps-16-24", "", func() *script.Script { return script.Steps(16, 24, 11, 1000) })
	add("path", "steps-20-30", "", func() *script.Script { return script.Steps(20, 30, 15, 1000) })
	add("path", "divisors-5-4", Unsat, func() *script.Script { return script.Divisors(5, 4) })
	add("path", "divisors-6-5", Unsat, func() *script.Script { return script.Divisors(6, 5) })
	add("path", "slow-divisors-10-8", Sat, func() *script.Script { return script.SlowDivisors(10, 8) })
	add("path", "slow-divisors-12-10", Sat, func() *script.Script { return script.SlowDivisors(12, 10) })
	add("path", "buckets-24-4", "", func() *script.Script { return script.Buckets(24, 4, 12, 251) })
	add("path", "buckets-32-4", "", func() *script.Script { return script.Buckets(32, 4, 14, 1021) })
	add("path", "filter-10-4", Unsat, func() *script.Script { return script.Filter(10, 4, 7, 4) })
	add("path", "filter-12-6", Unsat, func() *script.Script { return script.Filter(12, 6, 5, 4) })
}
