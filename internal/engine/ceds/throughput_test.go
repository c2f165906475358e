package ceds_test

import (
	"context"
	"path/filepath"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// load compiles a program of the folder testdata.
func load(tb testing.TB, name string) *cfa.Program {
	tb.Helper()
	return compiled.Program(tb, c.Config{Files: []string{filepath.Join("testdata", name)}})
}

// BenchmarkStates measures how many states are explored, of data that stays constant and with twenty
// live symbolic variables.
func BenchmarkStates(b *testing.B) {
	for _, name := range []string{"constant.c", "symbolic.c"} {
		b.Run(name, func(b *testing.B) {
			p := load(b, name)
			states := 0.0
			for range b.N {
				eng, err := ceds.New(ceds.Config{MaxStates: 200_000, NoPartialOrder: true, NoSymmetry: true})
				if err != nil {
					b.Fatal(err)
				}
				res, err := eng.Check(context.Background(),
					engine.Task{Program: p, Property: property.UnreachCall})
				if err != nil {
					b.Fatal(err)
				}
				states += res.Stats[0].Value
			}
			b.ReportMetric(states/b.Elapsed().Seconds(), "states/s")
		})
	}
}
