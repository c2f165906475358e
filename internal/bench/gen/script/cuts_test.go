package script

import "testing"

// TestCutsFamilies compares answers of scripts with those that their definitions imply.
func TestCutsFamilies(t *testing.T) {
	checkFamilies(t, []family{
		{"cycles", "unsat", func() *Script { return OddCycles(3, 5, false) }},
		{"cycles, enough", "sat", func() *Script { return OddCycles(3, 5, true) }},
		{"pigeons", "unsat", func() *Script { return Pigeons(4, false) }},
		{"pigeons, clauses", "unsat", func() *Script { return Pigeons(4, true) }},
		{"market, one product", "sat", func() *Script { return MarketSplit(1, 1, 10, 4) }},
		{"market", "unsat", func() *Script { return MarketSplit(1, 3, 8, 50) }},
		{"knapsack, nothing", "sat", func() *Script { return Knapsack(1, 4, 2, 13, 1, 0) }},
		{"knapsack, too little", "unsat", func() *Script { return Knapsack(1, 4, 2, 13, 1, 11) }},
		{"slab", "unsat", func() *Script { return Slab(1, 3, 5, false) }},
		{"slab, wide", "sat", func() *Script { return Slab(1, 3, 5, true) }},
		{"coins", "sat", func() *Script { return Coins([]int{1, 3, 5, 7}, 2, 8) }},
		{"coins, one way", "unsat", func() *Script { return Coins([]int{1, 10}, 3, 12) }},
	})
}
