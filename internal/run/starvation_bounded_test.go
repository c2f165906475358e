package run_test

import (
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// TestBoundedStarvation: what the engine bmc finds of threads that wait for ever in random programs is
// there, and the engine liveness finds it as well.
func TestBoundedStarvation(t *testing.T) {
	found, missed := 0, 0
	n := tally{T: t}
	for seed := range testflag.Seeds(2) {
		p := randltl.New(uint64(seed))
		task := run.Task{Property: string(property.NoStarvation), Fairness: string(property.Weak),
			Files: []string{"p.c"}, Read: func(string) ([]byte, error) { return []byte(p.C()), nil }}
		o, err := run.Check(t.Context(), task,
			run.Options{Engine: "bmc", MaxUnwind: 2, BugDir: t.TempDir()})
		if err != nil || o.BugReport != "" {
			t.Fatalf("seed %d: %v %s\n%s", seed, err, o.Result.Why, p.C())
		}
		starves := p.Starves(property.Weak)
		switch o.Verdict.Kind {
		case property.False:
			found++
			n.ask(seed, "starvation", p, task, false)
			if !starves {
				t.Errorf("seed %d: no thread waits for ever\n%s", seed, p.C())
			}
		case property.True:
			t.Errorf("seed %d: bmc proves that no thread waits for ever", seed)
		default:
			if starves {
				missed++
			}
		}
	}
	t.Logf("%d found, %d missed", found, missed)
}
