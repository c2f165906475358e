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
		{cnf.ShiftAdd, cnf.Booth, 5, false},
		{cnf.Booth, cnf.Karatsuba, 6, false},
		{cnf.Wallace, cnf.Wallace, 6, true},
		{cnf.ShiftAdd, cnf.Wallace, 7, false},
		{cnf.CarrySave, cnf.Dadda, 7, false},
		{cnf.ShiftAdd, cnf.ShiftAdd, 7, true},
		{cnf.Dadda, cnf.Booth, 7, false},
		{cnf.CarrySave, cnf.Wallace, 8, false},
		{cnf.CarrySave, cnf.CarrySave, 8, true},
	} {
		name := fmt.Sprintf("%v-%v-%d", m.one, m.two, m.n)
		if m.swap {
			name = fmt.Sprintf("%v-commutes-%d", m.one, m.n)
		}
		add("multiplier", name, Unsat, func() *cnf.Formula { return cnf.MultiplierMiter(m.n, m.one, m.two, m.swap) })
	}
	add("multiplier", "distributes-4", Unsat, func() *cnf.Formula { return cnf.Distributivity(4, cnf.ShiftAdd, cnf.Wallace) })
	add("multiplier", "distributes-5", Unsat, func() *cnf.Formula { return cnf.Distributivity(5, cnf.CarrySave, cnf.CarrySave) })
	for _, n := range []int{8, 10, 11} {
		add("divider", fmt.Sprintf("identity-%d", n), Unsat, func() *cnf.Formula { return cnf.DividerMiter(n, cnf.CarrySave) })
	}
	for _, p := range []struct {
		m          cnf.Multiplier
		n          uint64
		aBit, bBit int
		want       Answer
	}{
		{cnf.ShiftAdd, 16777259, 13, 24, Unsat},
		{cnf.CarrySave, 67108879, 14, 26, Unsat},
		{cnf.Dadda, 268435459, 15, 28, Unsat},
		{cnf.Wallace, 17389 * 26821, 15, 15, Sat},
		{cnf.CarrySave, 37021 * 45413, 16, 16, Sat},
		{cnf.ShiftAdd, 41203 * 58013, 16, 16, Sat},
		{cnf.Booth, 75011 * 101009, 17, 17, Sat},
		{cnf.ShiftAdd, 90001 * 116009, 17, 17, Sat},
	} {
		add("factor", fmt.Sprintf("%v-%d", p.m, p.n), p.want, func() *cnf.Formula { return cnf.Factor(p.m, p.n, p.aBit, p.bBit) })
	}
	add("divider", "quotient-16", Sat, func() *cnf.Formula { return cnf.DivideTo(16, cnf.ShiftAdd, 3, 1681) })
	add("divider", "quotient-20", Sat, func() *cnf.Formula { return cnf.DivideTo(20, cnf.ShiftAdd, 5, 16641) })
	add("square", "root-16", Unsat, func() *cnf.Formula { return cnf.SquareRoots(16, cnf.Wallace, 12345) })
	add("square", "root-17", "", func() *cnf.Formula { return cnf.SquareRoots(17, cnf.ShiftAdd, 12345) })
	add("adder", "chain-tree-6-8", Unsat, func() *cnf.Formula { return cnf.AdderMiter(6, 8, cnf.Ripple, cnf.Prefix) })
	add("adder", "chain-tree-8-16", Unsat, func() *cnf.Formula { return cnf.AdderMiter(8, 16, cnf.Ripple, cnf.CarrySelect) })
	add("adder", "count-24", Unsat, func() *cnf.Formula { return cnf.CountMiter(24) })
	add("adder", "count-40", Unsat, func() *cnf.Formula { return cnf.CountMiter(40) })
}

// search adds random formulas, parities, and inversions.
func search(add adder) {
	for _, r := range []struct {
		seed uint64
		n    int
		want Answer
	}{
		{1, 200, ""}, {2, 220, ""}, {1, 240, ""}, {2, 240, ""}, {1, 260, ""}, {2, 260, ""}, {3, 260, ""}, {1, 280, ""}, {2, 300, ""},
	} {
		add("random", fmt.Sprintf("%d-%d", r.n, r.seed), r.want, func() *cnf.Formula { return cnf.Random(r.seed, 3, r.n, r.n*426/100) })
	}
	add("random", "planted-400", Sat, func() *cnf.Formula { return cnf.Planted(1, 3, 400, 1720) })
	add("random", "planted-500", Sat, func() *cnf.Formula { return cnf.Planted(2, 3, 500, 2150) })
	for _, n := range []int{20, 24, 28} {
		add("parity", fmt.Sprintf("urquhart-%d", n), Unsat, func() *cnf.Formula { return cnf.Urquhart(1, n, 4) })
	}
	add("parity", "learning-20-few", Unsat, func() *cnf.Formula { return cnf.ParityLearning(1, 20, 40, 4, 1) })
	add("parity", "learning-24", Sat, func() *cnf.Formula { return cnf.ParityLearning(1, 24, 48, 3, 3) })
	add("parity", "learning-28", Sat, func() *cnf.Formula { return cnf.ParityLearning(2, 28, 56, 3, 3) })
	for _, h := range []struct {
		hash        cnf.Hash
		steps, free int
		other       bool
	}{
		{cnf.MD4, 24, 14, true}, {cnf.MD4, 24, 20, false}, {cnf.MD4, 28, 16, false}, {cnf.MD4, 32, 13, true},
		{cnf.SHA1, 20, 18, true}, {cnf.SHA1, 22, 18, false}, {cnf.SHA1, 24, 13, true}, {cnf.SHA1, 28, 14, false},
	} {
		name, want := fmt.Sprintf("%s-%d-%d", h.hash.Name, h.steps, h.free), Sat
		if h.other {
			name, want = name+"-none", Unsat
		}
		add("hash", name, want, func() *cnf.Formula { return cnf.Inversion(h.hash, 1, h.steps, h.free, h.other) })
	}
	for _, x := range []struct {
		n     int
		other bool
		want  Answer
	}{{18, true, Unsat}, {20, false, Sat}, {22, false, Sat}} {
		add("hash", fmt.Sprintf("xorshift-%d", x.n), x.want, func() *cnf.Formula { return cnf.Xorshift(1, x.n, 4, x.n/2, x.other) })
	}
	for _, x := range []struct {
		n     int
		other bool
		want  Answer
	}{{32, true, Unsat}, {40, false, Sat}, {48, true, Unsat}, {48, false, Sat}} {
		name := fmt.Sprintf("filter-%d", x.n)
		if x.other {
			name += "-none"
		}
		add("unrolling", name, x.want, func() *cnf.Formula { return cnf.Filter(1, x.n, 2*x.n, x.other) })
	}
}

// circuits adds sorting networks and unrolled systems.
func circuits(add adder) {
	for _, m := range []struct {
		one, two cnf.Sorter
		n, bits  int
	}{{cnf.OddEven, cnf.Bitonic, 8, 1}, {cnf.Insertion, cnf.Brick, 7, 2}, {cnf.OddEven, cnf.Bitonic, 8, 2}, {cnf.Insertion, cnf.Brick, 9, 1}} {
		add("sorting", fmt.Sprintf("%v-%v-%d-%d", m.one, m.two, m.n, m.bits), Unsat, func() *cnf.Formula { return cnf.SorterMiter(m.one, m.two, m.n, m.bits) })
	}
	add("sorting", "broken-16", Sat, func() *cnf.Formula { return cnf.BrokenSorter(cnf.Bitonic, 16, 4, 40) })
	add("sorting", "unsort-insertion-10", "", func() *cnf.Formula { return cnf.Unsort(cnf.Insertion, 10, 9) })
	add("sorting", "unsort-brick-12", "", func() *cnf.Formula { return cnf.Unsort(cnf.Brick, 12, 3) })
	for _, a := range []int{6, 8, 9} {
		add("unrolling", fmt.Sprintf("arbiter-%d", a), Unsat, func() *cnf.Formula { return cnf.Arbiter(a, 2*a, false) })
	}
	add("unrolling", "arbiter-24-broken", Sat, func() *cnf.Formula { return cnf.Arbiter(24, 48, true) })
	for _, q := range []struct{ places, steps int }{{4, 8}, {4, 12}, {8, 10}} {
		add("unrolling", fmt.Sprintf("queue-%d-%d", q.places, q.steps), Unsat, func() *cnf.Formula { return cnf.Queue(q.places, 2, q.steps) })
	}
	for _, c := range []struct{ n, steps int }{{16, 24}, {24, 24}, {24, 32}} {
		add("unrolling", fmt.Sprintf("counters-%d-%d", c.n, c.steps), "", func() *cnf.Formula { return cnf.Counters(c.n, c.steps, 7, 977, uint64(c.steps*300)) })
	}
	for _, l := range []struct {
		threads, rounds, final int
		want                   Answer
	}{{2, 5, 1, Unsat}, {3, 3, 1, Unsat}, {4, 3, 1, Unsat}, {4, 4, 2, Sat}, {5, 5, 2, Sat}} {
		add("scheduling", fmt.Sprintf("lost-updates-%d-%d-%d", l.threads, l.rounds, l.final), l.want, func() *cnf.Formula { return cnf.LostUpdates(l.threads, l.rounds, l.final) })
	}
	for _, j := range []struct {
		jobs, machines, horizon int
		want                    Answer
	}{{6, 6, 50, ""}, {8, 8, 62, ""}, {10, 5, 56, ""}, {10, 10, 80, ""}} {
		add("scheduling", fmt.Sprintf("jobs-%d-%d-%d", j.jobs, j.machines, j.horizon), j.want, func() *cnf.Formula { return cnf.JobShop(1, j.jobs, j.machines, 9, j.horizon) })
	}
}

// combinatorics adds counting arguments and colourings.
func combinatorics(add adder) {
	for _, p := range []struct {
		e     cnf.AtMostOne
		holes int
	}{{cnf.Pairwise, 8}, {cnf.Pairwise, 9}, {cnf.Binary, 10}, {cnf.Product, 11}, {cnf.Sequential, 13}} {
		add("pigeons", fmt.Sprintf("%v-%d", p.e, p.holes), Unsat, func() *cnf.Formula { return cnf.Pigeons(p.e, p.holes+1, p.holes) })
	}
	add("pigeons", "chessboard-14", Unsat, func() *cnf.Formula { return cnf.Chessboard(cnf.Pairwise, 14) })
	add("pigeons", "clique-12-5", Unsat, func() *cnf.Formula { return cnf.CliqueColouring(12, 5) })
	add("colouring", "mycielski-4", Unsat, func() *cnf.Formula { return cnf.Mycielski(4, 5) })
	for _, q := range []struct {
		n, colours int
		want       Answer
	}{{8, 9, Sat}, {9, 10, Sat}, {8, 8, Unsat}} {
		add("colouring", fmt.Sprintf("queens-%d-%d", q.n, q.colours), q.want, func() *cnf.Formula { return cnf.Queens(q.n, q.colours) })
	}
	for _, c := range []struct {
		seed              uint64
		n, edges, colours int
		want              Answer
	}{{1, 400, 920, 3, ""}, {2, 500, 1150, 3, ""}, {1, 70, 395, 5, ""}, {2, 80, 452, 5, ""}, {3, 90, 508, 5, ""}} {
		add("colouring", fmt.Sprintf("random-%d-%d", c.n, c.colours), c.want, func() *cnf.Formula { return cnf.RandomColouring(c.seed, c.n, c.edges, c.colours) })
	}
	for _, w := range []struct {
		k, l, n int
		want    Answer
	}{{3, 9, 77, Unsat}, {3, 10, 96, Sat}, {3, 10, 97, Unsat}, {4, 5, 55, Unsat}, {4, 6, 72, Sat}, {3, 11, 113, Sat}} {
		add("colouring", fmt.Sprintf("waerden-%d-%d-%d", w.k, w.l, w.n), w.want, func() *cnf.Formula { return cnf.Waerden(w.k, w.l, w.n) })
	}
}
