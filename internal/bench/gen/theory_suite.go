package gen

import (
	"fmt"
	"io"

	"whittle.dev/internal/bench/gen/script"
)

// Theories returns the suite of SMT-LIB 2 scripts in the logics of arithmetic, functions and arrays over
// numbers, in a fixed order.
func Theories() []Instance {
	var s []Instance
	add := func(family, name string, want Answer, make func() *script.Script) {
		name = family + "-" + name
		s = append(s, Instance{family, name, want,
			func(w io.Writer) error { return make().Write(w, string(want)) }})
	}
	schedules(add)
	clocks(add)
	differences(add)
	cuts(add)
	equations(add)
	numberedMemories(add)
	return s
}

// satIf is the answer of an instance that is satisfiable if sat is set.
func satIf(sat bool) Answer {
	if sat {
		return Sat
	}
	return Unsat
}

// schedules adds job shops (differences), workers (sums of choices) and weighted completion times (reals).
func schedules(add scriptAdder) {
	for _, p := range []struct {
		jobs, machines, deadline int
		want                     Answer
	}{{6, 6, 45, Unsat}, {6, 6, 50, Sat}, {8, 8, 62, Unsat}, {8, 8, 66, Sat}, {8, 8, 75, Sat},
		{10, 10, 70, Unsat}, {10, 10, 80, Sat}, {12, 12, 90, Unsat}} {
		add("jobshop", fmt.Sprintf("%d-%d-%d", p.jobs, p.machines, p.deadline), p.want,
			func() *script.Script { return script.JobShop(1, p.jobs, p.machines, p.deadline) })
	}
	for _, p := range []struct {
		seed                     uint64
		tasks, workers, deadline int
		want                     Answer
	}{{1, 8, 4, 12, Unsat}, {1, 10, 5, 12, Unsat}, {1, 10, 5, 14, ""}, {1, 12, 5, 14, ""},
		{1, 14, 5, 17, ""}, {1, 14, 5, 20, Sat}, {1, 16, 6, 20, Sat}, {2, 12, 5, 12, ""},
		{2, 14, 5, 16, ""}, {2, 16, 6, 20, Sat}} {
		add("workers", fmt.Sprintf("%d-%d-%d-%d", p.seed, p.tasks, p.workers, p.deadline), p.want,
			func() *script.Script { return script.Workers(p.seed, p.tasks, p.workers, p.deadline) })
	}
	for _, n := range []int{6, 7, 8, 9} {
		add("weighted", fmt.Sprintf("%d-enough", n), Sat,
			func() *script.Script { return script.Weighted(1, n, 0) })
		add("weighted", fmt.Sprint(n), Unsat, func() *script.Script { return script.Weighted(1, n, -1) })
	}
}

// clocks adds Fischer's protocol (differences of reals) and tanks (reals).
func clocks(add scriptAdder) {
	for _, p := range []struct{ processes, steps int }{{2, 14}, {3, 12}, {3, 14}, {3, 18}, {4, 12}, {4, 14}} {
		add("fischer", fmt.Sprintf("%d-%d", p.processes, p.steps), Unsat,
			func() *script.Script { return script.Fischer(p.processes, p.steps, 1, 2) })
	}
	for _, p := range []struct{ processes, steps int }{{3, 14}, {4, 12}, {5, 14}, {6, 16}} {
		add("fischer", fmt.Sprintf("%d-%d-broken", p.processes, p.steps), Sat,
			func() *script.Script { return script.Fischer(p.processes, p.steps, 2, 1) })
	}
	for _, p := range []struct {
		tanks, steps, longest int
		want                  Answer
	}{{3, 8, 1, Unsat}, {4, 8, 1, Unsat}, {4, 10, 1, Unsat}, {5, 10, 1, Unsat}, {4, 8, 20, Sat},
		{5, 10, 20, Sat}, {4, 8, 3, Sat}} {
		add("tanks", fmt.Sprintf("%d-%d-%d", p.tanks, p.steps, p.longest), p.want,
			func() *script.Script { return script.Tanks(p.tanks, p.steps, p.longest) })
	}
}

// differences adds diamonds, random clauses, queens and bandwidths.
func differences(add scriptAdder) {
	for _, n := range []int{9, 11, 12} {
		add("diamonds", fmt.Sprint(n), Unsat, func() *script.Script { return script.Diamonds(n, false) })
	}
	for _, n := range []int{40, 100} {
		add("diamonds", fmt.Sprintf("%d-open", n), Sat,
			func() *script.Script { return script.Diamonds(n, true) })
	}
	for _, p := range []struct {
		n, clauses int
		want       Answer
	}{{60, 300, Sat}, {60, 360, Sat}, {100, 500, Sat}} {
		add("differences", fmt.Sprintf("%d-%d", p.n, p.clauses), p.want,
			func() *script.Script { return script.Clauses(1, p.n, p.clauses, 20) })
	}
	for _, n := range []int{12, 16, 20} {
		add("queens", fmt.Sprint(n), Sat, func() *script.Script { return script.Queens(n, true) })
	}
	add("queens", "6", Unsat, func() *script.Script { return script.Queens(6, true) })
	for _, p := range []struct {
		n, edges, width int
		want            Answer
	}{{14, 24, 4, Unsat}, {16, 28, 4, Unsat}, {20, 34, 4, Unsat}, {20, 34, 5, Sat}} {
		add("bandwidth", fmt.Sprintf("%d-%d-%d", p.n, p.edges, p.width), p.want,
			func() *script.Script { return script.Bandwidth(1, p.n, p.edges, p.width) })
	}
}

// cuts adds systems of integers that fractions solve.
func cuts(add scriptAdder) {
	for _, p := range []struct{ cycles, n int }{{5, 9}, {8, 9}, {20, 9}} {
		add("cycles", fmt.Sprintf("%d-%d", p.cycles, p.n), Unsat,
			func() *script.Script { return script.OddCycles(p.cycles, p.n, false) })
		add("cycles", fmt.Sprintf("%d-%d-enough", p.cycles, p.n), Sat,
			func() *script.Script { return script.OddCycles(p.cycles, p.n, true) })
	}
	for _, n := range []int{6, 7, 8} {
		add("pigeons", fmt.Sprintf("%d-sums", n), Unsat,
			func() *script.Script { return script.Pigeons(n, false) })
		add("pigeons", fmt.Sprintf("%d-clauses", n), Unsat,
			func() *script.Script { return script.Pigeons(n, true) })
	}
	for _, p := range []struct{ m, n int }{{2, 10}, {2, 14}, {3, 12}, {3, 16}} {
		add("market", fmt.Sprintf("%d-%d", p.m, p.n), "",
			func() *script.Script { return script.MarketSplit(1, p.m, p.n, 50) })
	}
	for _, n := range []int{6, 8, 10, 14} {
		add("knapsack", fmt.Sprint(n), "",
			func() *script.Script { return script.Knapsack(1, n, 10, 13, 1, 13*70+n) })
	}
	for _, n := range []int{8, 16, 24} {
		add("slab", fmt.Sprint(n), Unsat, func() *script.Script { return script.Slab(1, n, 7, false) })
		add("slab", fmt.Sprintf("%d-wide", n), Sat,
			func() *script.Script { return script.Slab(1, n, 7, true) })
	}
	add("coins", "8-463", "", func() *script.Script {
		return script.Coins([]int{7, 11, 13, 19, 23, 31, 37, 41}, 25, 463)
	})
	add("coins", "8-3531", "", func() *script.Script {
		return script.Coins([]int{101, 103, 107, 113, 127, 131, 137, 139}, 30, 3531)
	})
}

// equations adds uninterpreted functions and sorts.
func equations(add scriptAdder) {
	for _, n := range []int{20, 100, 300} {
		add("eqdiamonds", fmt.Sprint(n), Unsat, func() *script.Script { return script.EqualDiamonds(n) })
	}
	for _, n := range []int{6, 7, 8, 10} {
		add("groups", fmt.Sprint(n), Unsat, func() *script.Script { return script.Groups(n, false) })
		add("groups", fmt.Sprintf("%d-some", n), satIf(n == 6 || n == 8 || n == 10),
			func() *script.Script { return script.Groups(n, true) })
	}
	for _, n := range []int{10, 14, 18} {
		add("rising", fmt.Sprint(n), Unsat, func() *script.Script { return script.Rising(n, false) })
		add("rising", fmt.Sprintf("%d-less", n), Sat, func() *script.Script { return script.Rising(n, true) })
	}
	for _, n := range []int{6, 8, 10} {
		add("sorts", fmt.Sprint(n), Unsat, func() *script.Script { return script.Sorts(n, false) })
		add("sorts", fmt.Sprintf("%d-broken", n), Sat, func() *script.Script { return script.Sorts(n, true) })
	}
}

// numberedMemories adds arrays over integers.
func numberedMemories(add scriptAdder) {
	for _, n := range []int{3, 4, 5} {
		add("moves", fmt.Sprint(n), Unsat, func() *script.Script { return script.Moves(n, false) })
		add("moves", fmt.Sprintf("%d-twice", n), Sat, func() *script.Script { return script.Moves(n, true) })
	}
	for _, n := range []int{6, 8, 10} {
		add("buffers", fmt.Sprintf("3-%d", n), Unsat,
			func() *script.Script { return script.Buffers(3, n, false) })
		add("buffers", fmt.Sprintf("3-%d-overflow", n), Sat,
			func() *script.Script { return script.Buffers(3, n, true) })
	}
}
