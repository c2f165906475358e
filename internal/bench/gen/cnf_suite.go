package gen

import (
	"fmt"

	"whittle.dev/internal/bench/gen/cnf"
)

// Formulas returns the suite of formulas in DIMACS CNF, in a fixed order.
func Formulas() []Instance {
	var s []Instance
	add := func(family, name string, want Answer, make func() *cnf.Formula) {
		s = append(s, formula(family, name, want, make))
	}
	arithmetic(add)
	search(add)
	circuits(add)
	combinatorics(add)
	return s
}

// adder adds an instance of a family to a suite.
type adder func(family, name string, want Answer, make func() *cnf.Formula)

// arithmetic adds multipliers, dividers, factoring and sums.
func arithmetic(add adder) {
	for _, m := range []struct {
		one, two cnf.Multiplier
		n        int
		swap     bool
	}{
		{cnf.Booth, cnf.Karatsuba, 6, false},
		{cnf.Wallace, cnf.Wallace, 6, true},
		{cnf.ShiftAdd, cnf.Wallace, 7, false},
		{cnf.CarrySave, cnf.Dadda, 7, false},
		{cnf.ShiftAdd, cnf.ShiftAdd, 7, true},
		{cnf.Dadda, cnf.Booth, 7, false},
		{cnf.CarrySave, cnf.Wallace, 8, false},
		{cnf.Wallace, cnf.Dadda, 8, false},
		{cnf.CarrySave, cnf.CarrySave, 8, true},
	} {
		name := fmt.Sprintf("%v-%v-%d", m.one, m.two, m.n)
		if m.swap {
			name = fmt.Sprintf("%v-commutes-%d", m.one, m.n)
		}
		add("multiplier", name, Unsat, func() *cnf.Formula {
			return cnf.MultiplierMiter(m.n, m.one, m.two,
				m.swap)
		})
	}
	add("multiplier", "distributes-4", Unsat,
		func() *cnf.Formula { return cnf.Distributivity(4, cnf.ShiftAdd, cnf.Wallace) })
	add("multiplier", "distributes-5", Unsat,
		func() *cnf.Formula { return cnf.Distributivity(5, cnf.CarrySave, cnf.CarrySave) })
	for _, n := range []int{8, 10, 11} {
		add("divider", fmt.Sprintf("identity-%d", n), Unsat,
			func() *cnf.Formula { return cnf.DividerMiter(n, cnf.CarrySave) })
	}
	for _, p := range []struct {
		m            cnf.Multiplier
		n            uint64
		aBits, bBits int
		want         Answer
	}{
		{cnf.ShiftAdd, 16777259, 13, 24, Unsat},
		{cnf.CarrySave, 67108879, 14, 26, Unsat},
		{cnf.Dadda, 268435459, 15, 28, Unsat},
		{cnf.CarrySave, 1073741827, 16, 30, Unsat},
		{cnf.Wallace, 17389 * 26821, 15, 15, Sat},
		{cnf.CarrySave, 37021 * 45413, 16, 16, Sat},
		{cnf.ShiftAdd, 41203 * 58013, 16, 16, Sat},
		{cnf.Booth, 75011 * 101009, 17, 17, Sat},
		{cnf.ShiftAdd, 90001 * 116009, 17, 17, Sat},
		{cnf.Dadda, 150011 * 211007, 18, 18, Sat},
	} {
		add("factor", fmt.Sprintf("%v-%d", p.m, p.n), p.want,
			func() *cnf.Formula { return cnf.Factor(p.m, p.n, p.aBits, p.bBits) })
	}
	add("square", "root-16", Unsat, func() *cnf.Formula { return cnf.SquareRoots(16, cnf.Wallace, 12345) })
	add("square", "root-17", Sat, func() *cnf.Formula { return cnf.SquareRoots(17, cnf.ShiftAdd, 12345) })
	add("square", "root-18", Unsat, func() *cnf.Formula { return cnf.SquareRoots(18, cnf.ShiftAdd, 23456) })
	add("adder", "chain-tree-8-16", Unsat, func() *cnf.Formula {
		return cnf.AdderMiter(8, 16, cnf.Ripple,
			cnf.CarrySelect)
	})
	add("adder", "count-40", Unsat, func() *cnf.Formula { return cnf.CountMiter(40) })
}

// search adds random formulas, parities, and inversions.
func search(add adder) {
	for _, r := range []struct {
		seed uint64
		n    int
		want Answer
	}{
		{2, 220, Unsat}, {2, 240, Sat}, {4, 250, Unsat}, {6, 250, Sat}, {7, 250, Sat}, {1, 260, Sat},
		{2, 260, Unsat}, {3, 260, Sat},
	} {
		add("random", fmt.Sprintf("%d-%d", r.n, r.seed), r.want,
			func() *cnf.Formula { return cnf.Random(r.seed, 3, r.n, r.n*426/100) })
	}
	for _, seed := range []uint64{1, 3, 4} {
		add("random", fmt.Sprintf("planted-400-%d", seed), Sat,
			func() *cnf.Formula { return cnf.Planted(seed, 3, 400, 1720) })
	}
	for _, n := range []int{24, 28} {
		add("parity", fmt.Sprintf("urquhart-%d", n), Unsat,
			func() *cnf.Formula { return cnf.Urquhart(1, n, 4) })
	}
	add("parity", "learning-22", Sat, func() *cnf.Formula { return cnf.ParityLearning(1, 22, 44, 3, 3) })
	add("parity", "learning-24", Sat, func() *cnf.Formula { return cnf.ParityLearning(1, 24, 48, 3, 3) })
	for _, h := range []struct {
		hash        cnf.Hash
		seed        uint64
		steps, free int
		other       bool
	}{
		{cnf.MD4, 1, 24, 14, true}, {cnf.MD4, 2, 24, 19, false}, {cnf.MD4, 1, 28, 17, false},
		{cnf.MD4, 1, 32, 13, true},
		{cnf.SHA1, 1, 20, 18, true}, {cnf.SHA1, 1, 28, 14, false},
	} {
		name, want := fmt.Sprintf("%s-%d-%d", h.hash.Name, h.steps, h.free), Sat
		if h.other {
			name, want = name+"-none", Unsat
		}
		add("hash", name, want, func() *cnf.Formula {
			return cnf.Inversion(h.hash, h.seed, h.steps, h.free,
				h.other)
		})
	}
	for _, n := range []int{22, 26, 28, 30} {
		add("hash", fmt.Sprintf("xorshift-%d", n), Sat,
			func() *cnf.Formula { return cnf.Xorshift(1, n, 4, n/2, false) })
	}
}

// circuits adds sorting networks and unrolled systems.
func circuits(add adder) {
	for _, m := range []struct {
		one, two cnf.Sorter
		n, bits  int
	}{{cnf.Insertion, cnf.Brick, 7, 2}, {cnf.OddEven, cnf.Bitonic, 8, 2}, {cnf.Insertion, cnf.Brick, 8, 2},
		{cnf.OddEven, cnf.Insertion, 8, 3}} {
		add("sorting", fmt.Sprintf("%v-%v-%d-%d", m.one, m.two, m.n, m.bits), Unsat,
			func() *cnf.Formula { return cnf.SorterMiter(m.one, m.two, m.n, m.bits) })
	}
	for _, x := range []struct {
		n     int
		other bool
		want  Answer
	}{{48, false, Sat}, {64, false, Sat}, {72, true, Unsat}} {
		name := fmt.Sprintf("filter-%d", x.n)
		if x.other {
			name += "-none"
		}
		add("unrolling", name, x.want, func() *cnf.Formula { return cnf.Filter(1, x.n, 2*x.n, x.other) })
	}
	for _, n := range []int{8, 10} {
		add("unrolling", fmt.Sprintf("arbiter-%d", n), Unsat,
			func() *cnf.Formula { return cnf.Arbiter(n, 2*n, false) })
	}
	for _, q := range []struct{ places, steps int }{{4, 12}, {8, 10}, {8, 14}} {
		add("unrolling", fmt.Sprintf("queue-%d-%d", q.places, q.steps), Unsat,
			func() *cnf.Formula { return cnf.Queue(q.places, 2, q.steps) })
	}
	add("unrolling", "counters-20-24", Unsat,
		func() *cnf.Formula { return cnf.Counters(20, 24, 7, 977, 7200) })
	for _, l := range []struct {
		threads, rounds, final int
		want                   Answer
	}{{3, 3, 1, Unsat}, {3, 4, 1, Unsat}, {4, 3, 1, Unsat}, {4, 4, 2, Sat}, {4, 5, 2, Sat}} {
		add("scheduling", fmt.Sprintf("lost-updates-%d-%d-%d", l.threads, l.rounds, l.final), l.want,
			func() *cnf.Formula { return cnf.LostUpdates(l.threads, l.rounds, l.final) })
	}
}

// combinatorics adds counting arguments and colourings.
func combinatorics(add adder) {
	for _, p := range []struct {
		e     cnf.AtMostOne
		holes int
	}{{cnf.Pairwise, 9}, {cnf.Binary, 9}, {cnf.Product, 11}, {cnf.Sequential, 11}} {
		add("pigeons", fmt.Sprintf("%v-%d", p.e, p.holes), Unsat,
			func() *cnf.Formula { return cnf.Pigeons(p.e, p.holes+1, p.holes) })
	}
	add("pigeons", "chessboard-12", Unsat, func() *cnf.Formula { return cnf.Chessboard(cnf.Pairwise, 12) })
	add("pigeons", "clique-10-5", Unsat, func() *cnf.Formula { return cnf.CliqueColouring(10, 5) })
	add("colouring", "mycielski-4", Unsat, func() *cnf.Formula { return cnf.Mycielski(4, 5) })
	add("colouring", "queens-9-10", Sat, func() *cnf.Formula { return cnf.Queens(9, 10) })
	add("colouring", "random-450-3-none", Unsat,
		func() *cnf.Formula { return cnf.RandomColouring(1, 450, 1040, 3) })
	add("colouring", "random-450-3", Sat, func() *cnf.Formula { return cnf.RandomColouring(2, 450, 1040, 3) })
	add("colouring", "random-500-3", Sat, func() *cnf.Formula { return cnf.RandomColouring(2, 500, 1150, 3) })
	for _, w := range []struct {
		k, l, n int
		want    Answer
	}{{3, 10, 96, Sat}, {3, 10, 97, Unsat}, {4, 6, 72, Sat}} {
		add("colouring", fmt.Sprintf("waerden-%d-%d-%d", w.k, w.l, w.n), w.want,
			func() *cnf.Formula { return cnf.Waerden(w.k, w.l, w.n) })
	}
}
