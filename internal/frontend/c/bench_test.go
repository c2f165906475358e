package c

import (
	"context"
	"os"
	"testing"
)

// BenchmarkSmall loads the smallest program, which costs what every program
// does, one that prints and one that uses threads.
func BenchmarkSmall(b *testing.B) {
	for _, r := range []struct{ name, text string }{
		{"empty", "int main(void) { return 0; }\n"},
		{"prints", "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 1); return 0; }\n"},
		{"threads", "#include <pthread.h>\n#include <stdlib.h>\nvoid *f(void *p) { return p; }\n" +
			"int main(void) { pthread_t t; pthread_create(&t, 0, f, malloc(4)); return pthread_join(t, 0); " +
			"}\n"},
	} {
		b.Run(r.name, func(b *testing.B) {
			cfg := Config{Files: []string{"t.c"}, Read: mapReader(map[string]string{"t.c": r.text})}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Load(context.Background(), cfg); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLoad loads the largest drivers of the benchmarks.
func BenchmarkLoad(b *testing.B) {
	for _, r := range []struct {
		name, path string
		model      DataModel
	}{
		{"driver", benchRoot +
			"/concurrency/pthread-driver-races/char_pc8736x_gpio_pc8736x_gpio_change_pc8736x_gpio_set.i",
			ILP32},
		{"psyco", benchRoot + "/sequential/svcomp/psyco/psyco_net_1.c", ILP32},
	} {
		b.Run(r.name, func(b *testing.B) {
			if _, err := os.Stat(r.path); err != nil {
				b.Skip("no benchmarks here")
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Load(context.Background(),
					Config{Files: []string{r.path}, DataModel: r.model}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
