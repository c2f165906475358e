//go:build unix

package dpr_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/property"
)

// hundred is a program of 2^14 paths with about a hundred steps each.
const hundred = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) {
	unsigned x = 1, y = 3;
	for (int i = 0; i < 14; i++) {
		if (__VERIFIER_nondet_int()) { x = x * 3 + 1; y = y * 3 + 3; } else { x += i; y += 3 * i; }
	}
	if (3 * x != y) reach_error();
}`

// BenchmarkExecutions measures executions of a hundred steps each, with what follows them: without learning
// every path is one.
func BenchmarkExecutions(b *testing.B) {
	for name, cfg := range map[string]dpr.Config{"none": {Learning: dpr.None},
		"provenance": {Learning: dpr.Provenance},
		"deletion":   {}} {
		b.Run(name, func(b *testing.B) {
			p := load(b, hundred)
			b.ResetTimer()
			before := cpuSeconds()
			executions, steps := 0.0, 0.0
			for b.Loop() {
				task := engine.Task{Program: p, Property: property.UnreachCall}
				res, err := dpr.New(cfg).Check(b.Context(), task)
				if err != nil || res.Verdict.Kind != property.True {
					b.Fatal(res.Verdict, res.Why, err)
				}
				for _, s := range res.Stats {
					switch s.Name {
					case "executions":
						executions += s.Value
					case "steps":
						steps += s.Value
					}
				}
			}
			b.ReportMetric(executions/(cpuSeconds()-before), "executions/cpu-s")
			b.ReportMetric(executions/b.Elapsed().Seconds(), "executions/s")
			b.ReportMetric(steps/executions, "steps/execution")
		})
	}
}
