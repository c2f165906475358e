package slab_test

import (
	"testing"

	gen "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/engine/slab/switches"
	"whittle.dev/internal/testing/systems"
	"whittle.dev/internal/testing/testflag"
)

// TestTable2: the verdicts of the benchmarks of the paper; with a larger scale those of larger sizes.
func TestTable2(t *testing.T) {
	rows := append(gen.Broken(), gen.Table2()...)
	if testflag.Scale() > 4 {
		rows = append(rows, gen.Larger()...)
	}
	for _, r := range rows {
		if r.Size > 1+testflag.Scale() && r.Family != "Deque" {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			law(t, systems.Case{Name: r.Name, Safe: r.Safe, System: r.System}, switches.All()[0])
		})
	}
}

// TestWholeError: with all goals as one error condition the verdicts stay, and a path leads to one of them.
func TestWholeError(t *testing.T) {
	for _, r := range append(gen.Broken(), gen.Table2()...) {
		if !r.Safe || r.Name == "Bakery 3 A" {
			whole := switches.Configuration{Name: "whole", Config: slab.Config{NoDisjuncts: true}}
			law(t, systems.Case{Name: r.Name, Safe: r.Safe, System: r.System}, whole)
		}
	}
}
