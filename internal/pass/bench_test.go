package pass_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"whittle.dev/internal/pass"
	"whittle.dev/internal/testing/passes"
)

// BenchmarkDefault runs the default pipeline on a generated driver of 60,000
// edges and on a program with many threads.
func BenchmarkDefault(b *testing.B) {
	for _, file := range []string{"sequential/svcomp/psyco/psyco_net_1.c",
		"concurrency/pthread-complex/workstealqueue_mutex-1.i"} {
		b.Run(filepath.Base(file), func(b *testing.B) {
			path := filepath.Join(benchmarks, file)
			if _, err := os.Stat(path); err != nil {
				b.Skip("no benchmarks: ", err)
			}
			p := load(b, path, "unreach-call")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := passes.All().Run(context.Background(), p, pass.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
