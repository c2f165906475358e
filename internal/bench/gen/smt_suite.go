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
		s = append(s, Instance{family, name, want,
			func(w io.Writer) error { return make().Write(w, string(want)) }})
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
		{"high-half", script.HighHalf, []int{8}},
		{"cancels", script.Cancels, []int{11, 12}},
		{"signed", script.SignedDivision, []int{9, 10}},
		{"variable", script.VariableDivisions, []int{10}},
	} {
		for _, w := range x.w {
			add("identity", fmt.Sprintf("%s-%d", x.name, w), Unsat,
				func() *script.Script { return x.make(w) })
		}
	}
	for _, w := range []int{10, 11} {
		add("identity", fmt.Sprintf("unsigned-division-%d", w), Unsat,
			func() *script.Script { return script.Division(w, "bvudiv", "bvurem") })
		add("identity", fmt.Sprintf("signed-division-%d", w-1), Unsat,
			func() *script.Script { return script.Division(w-1, "bvsdiv", "bvsrem") })
	}
	for _, d := range []struct {
		w    int
		a, b uint64
	}{{18, 11, 13}, {20, 7, 11}, {22, 5, 7}} {
		add("identity", fmt.Sprintf("divisions-%d-%d-%d", d.w, d.a, d.b), Unsat,
			func() *script.Script { return script.TwoDivisions(d.w, d.a, d.b) })
	}
	for _, d := range []struct {
		w int
		d uint64
	}{{15, 7}, {16, 23}, {17, 11}} {
		add("identity", fmt.Sprintf("reciprocal-%d-%d", d.w, d.d), Unsat,
			func() *script.Script { return script.Reciprocal(d.w, d.d) })
	}
	add("identity", "divisible-7-3", Unsat, func() *script.Script { return script.Divisible(7, 3) })
	add("polynomial", "root-32-3", Sat, func() *script.Script { return script.Root(1, 32, 3) })
	for _, f := range []struct {
		w    int
		n    uint64
		want Answer
	}{{17, 75011 * 101009, Sat}, {18, 150011 * 211007, Sat}, {17, 4294967311, Unsat}} {
		add("polynomial", fmt.Sprintf("factors-%d", f.n), f.want,
			func() *script.Script { return script.Factors(f.w, f.n) })
	}
	add("polynomial", "powers-5-6", Sat, func() *script.Script { return script.Powers(2, 5, 6, 3) })
	add("polynomial", "powers-6-6", Sat, func() *script.Script { return script.Powers(3, 6, 6, 3) })
	add("polynomial", "pythagoras-12", Sat,
		func() *script.Script { return script.Pythagoras(12, 1000, false) })
	add("polynomial", "pythagoras-14", Sat,
		func() *script.Script { return script.Pythagoras(14, 5000, false) })
}

// tricks adds bit tricks, saturation and digits.
func tricks(add scriptAdder) {
	for _, x := range []struct {
		name string
		make func(w int) *script.Script
		w    []int
	}{
		{"clear-lowest", script.ClearLowest, []int{64}},
		{"parity", script.ParityProduct, []int{32, 64}},
		{"saturating-product", script.SaturatingProduct, []int{9, 10}},
		{"square-root", script.SquareRoot, []int{20, 22}},
	} {
		for _, w := range x.w {
			add("bits", fmt.Sprintf("%s-%d", x.name, w), Unsat, func() *script.Script { return x.make(w) })
		}
	}
	for _, x := range [][2]int{{8, 5}, {10, 5}, {12, 5}, {6, 6}} {
		add("bits", fmt.Sprintf("saturating-sum-%d-%d", x[0], x[1]), Unsat,
			func() *script.Script { return script.SaturatingSum(x[0], x[1]) })
	}
	add("bits", "gray-20", Unsat, func() *script.Script { return script.Gray(20, 0x9d5a5) })
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
		seed            uint64
		w, rounds, free int
		other           bool
	}{{1, 32, 2, 14, true}, {2, 32, 2, 13, true}, {3, 32, 2, 14, false}, {4, 32, 2, 13, false},
		{6, 24, 2, 16, false}, {7, 64, 2, 9, true}, {8, 64, 2, 10, false}} {
		n, want := name(f.other, "finalizer-%d-%d-%d", f.w, f.rounds, f.free)
		add("hash", n, want, func() *script.Script {
			return script.Finalizer(f.seed, f.w, f.rounds, f.free,
				f.other)
		})
	}
	add("hash", "text-6", Sat, func() *script.Script { return script.Text(2, 6) })
	add("hash", "additions-5", Sat, func() *script.Script { return script.Additions(1, 5) })
	for _, c := range []struct {
		w, rounds, pairs, free int
		other                  bool
	}{{16, 5, 2, 16, false}, {16, 5, 2, 14, true}, {16, 6, 2, 12, true}, {32, 6, 2, 11, true}} {
		n, want := name(c.other, "arx-%d-%d-%d", c.w, c.rounds, c.free)
		add("cipher", n, want, func() *script.Script {
			return script.Cipher(1, c.w, c.rounds, c.pairs, c.free,
				c.other)
		})
	}
	for _, d := range []struct {
		seed        uint64
		steps, free int
		other       bool
	}{{1, 12, 20, false}, {1, 14, 14, true}, {1, 16, 13, false}, {2, 16, 12, true}} {
		n, want := name(d.other, "digest-%d-%d", d.steps, d.free)
		add("hash", n, want, func() *script.Script { return script.Digest(d.seed, d.steps, d.free, d.other) })
	}
	for _, g := range []struct {
		seed             uint64
		w, outputs, high int
		other            bool
	}{{1, 20, 8, 5, true}, {3, 22, 7, 5, false}, {4, 21, 8, 5, true}, {5, 24, 6, 6, false}} {
		n, want := name(g.other, "generator-%d-%d-%d", g.w, g.outputs, g.high)
		add("cipher", n, want, func() *script.Script {
			return script.Generator(g.seed, g.w, g.outputs, g.high,
				g.other)
		})
	}
	for _, b := range []struct {
		rounds, pairs int
		other         bool
	}{{3, 4, false}, {4, 3, false}, {3, 6, true}} {
		n, want := name(b.other, "boxes-%d-%d", b.rounds, b.pairs)
		add("cipher", n, want, func() *script.Script { return script.Boxes(1, b.rounds, b.pairs, b.other) })
	}
}

// memories adds arrays.
func memories(add scriptAdder) {
	for _, n := range []int{5, 6} {
		add("array", fmt.Sprintf("swaps-%d", n), Unsat,
			func() *script.Script { return script.Swaps(n, 32, 32) })
	}
	add("array", "swaps-6-bytes", Unsat, func() *script.Script { return script.Swaps(6, 8, 8) })
	add("array", "sum-1", Unsat, func() *script.Script { return script.SumAfterSwaps(1, 2, 8) })
	add("array", "sorted-2-32", Unsat, func() *script.Script { return script.SortedArray(2, 32, false) })
	add("array", "sorted-3-4", Unsat, func() *script.Script { return script.SortedArray(3, 4, false) })
	add("array", "sorted-3-32-broken", Sat, func() *script.Script { return script.SortedArray(3, 32, true) })
	for _, n := range []int{6, 7, 8} {
		add("array", fmt.Sprintf("copies-%d", n), Unsat,
			func() *script.Script { return script.Copies(n, false) })
	}
	add("array", "copies-16-overlap", Sat, func() *script.Script { return script.Copies(16, true) })
	add("array", "unions-3-2", Unsat, func() *script.Script { return script.Unions(3, 2) })
	add("array", "unions-3-3", Unsat, func() *script.Script { return script.Unions(3, 3) })
	for _, n := range []int{6, 7} {
		add("array", fmt.Sprintf("histogram-%d-2", n), Unsat,
			func() *script.Script { return script.Histogram(n, 2) })
	}
	add("array", "histogram-5-3", Unsat, func() *script.Script { return script.Histogram(5, 3) })
	for _, target := range []uint64{1000, 2222, 4097} {
		add("array", fmt.Sprintf("machine-5-%d", target), "",
			func() *script.Script { return script.Machine(5, target) })
	}
}

// conditions adds paths of programs.
func conditions(add scriptAdder) {
	for _, p := range []struct{ n, depth, first, sum int }{{16, 4, 3, 1234}, {16, 4, 4, 99},
		{18, 5, 5, 2001}} {
		add("path", fmt.Sprintf("parser-%d-%d", p.n, p.sum), "",
			func() *script.Script { return script.Parser(p.n, p.depth, p.first, uint64(p.sum)) })
	}
	add("path", "steps-20-30", Sat, func() *script.Script { return script.Steps(20, 30, 15, 1000) })
	add("path", "steps-22-36", "", func() *script.Script { return script.Steps(22, 36, 18, 1000) })
	add("path", "steps-20-40", "", func() *script.Script { return script.Steps(20, 40, 22, 1000) })
	add("path", "divisors-8-5", Unsat, func() *script.Script { return script.Divisors(8, 5) })
	for _, b := range []struct {
		w, n, width int
		prime       uint64
	}{{32, 4, 14, 1021}, {32, 3, 12, 251}, {24, 3, 12, 61}, {20, 3, 10, 127}} {
		add("path", fmt.Sprintf("buckets-%d-%d-%d", b.w, b.n, b.prime), "",
			func() *script.Script { return script.Buckets(b.w, b.n, b.width, b.prime) })
	}
	add("path", "filter-16-12", Unsat, func() *script.Script { return script.Filter(16, 12, 7, 4) })
	add("path", "filter-20-20", Unsat, func() *script.Script { return script.Filter(20, 20, 13, 5) })
}
