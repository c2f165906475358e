package bmc_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/examples"
)

// BenchmarkCheck times the engine alone on examples, or on the C file that the
// environment variable TASK names (data model ILP32). Profile with -cpuprofile.
func BenchmarkCheck(b *testing.B) {
	var files []string
	for _, name := range []string{"peterson.c", "szymanski.c", "lost_update.c"} {
		files = append(files, examples.File(b, "../../../examples", name))
	}
	model := c.LP64
	if task := os.Getenv("TASK"); task != "" {
		files, model = []string{task}, c.ILP32
	}
	ctx := context.Background()
	for _, f := range files {
		b.Run(filepath.Base(f), func(b *testing.B) {
			p := compiled.Program(b, c.Config{Files: []string{f}, DataModel: model,
				Property: property.UnreachCall})
			b.ReportAllocs()
			for b.Loop() {
				res, err := bmc.New(bmc.Config{}).Check(ctx,
					engine.Task{Program: p, Property: property.UnreachCall})
				if err != nil || res.Verdict.Kind == property.Unknown {
					b.Fatal(res.Why, err)
				}
			}
		})
	}
}
