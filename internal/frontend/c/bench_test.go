package c

import (
	"context"
	"os"
	"testing"
)

// BenchmarkLoad loads the largest drivers of the benchmarks.
func BenchmarkLoad(b *testing.B) {
	for _, r := range []struct {
		name, path string
		model      DataModel
	}{
		{"driver", benchRoot + "/concurrency/pthread-driver-races/char_pc8736x_gpio_pc8736x_gpio_change_pc8736x_gpio_set.i", ILP32},
		{"psyco", benchRoot + "/sequential/svcomp/psyco/psyco_net_1.c", ILP32},
	} {
		b.Run(r.name, func(b *testing.B) {
			if _, err := os.Stat(r.path); err != nil {
				b.Skip("no benchmarks here")
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Load(context.Background(), Config{Files: []string{r.path}, DataModel: r.model}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
