package check_test

import (
	"testing"

	"whittle.dev/internal/check"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// TestRandomStarvation compares what is said of threads that wait in random programs with an explicit search.
func TestRandomStarvation(t *testing.T) {
	asked, undecided, hold := 0, 0, 0
	for seed := range testflag.Seeds(12) {
		p := randltl.New(uint64(seed))
		for _, fair := range []property.Fairness{property.Weak, property.Strong} {
			o, err := check.Check(t.Context(), check.Task{Files: []string{"p.c"},
				Property: string(property.NoStarvation), Fairness: string(fair),
				Read: func(string) ([]byte, error) { return []byte(p.C()), nil }},
				check.Options{BugDir: t.TempDir()})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.C())
			}
			asked++
			if o.Verdict.Kind == property.True {
				hold++
			}
			if o.BugReport != "" {
				t.Errorf("seed %d, %s: internal error: %s\n%s", seed, fair, o.Result.Why, p.C())
			}
			if o.Verdict.Kind == property.Unknown {
				undecided++
				t.Logf("seed %d: %s", seed, o.Result.Why)
				continue
			}
			if got, want := o.Verdict.Kind == property.False, p.Starves(fair); got != want {
				t.Errorf("seed %d, fairness %s: %v, violated: %v\n%s", seed, fair, o.Verdict, want, p.C())
			}
		}
	}
	t.Logf("%d asked, %d hold, %d undecided", asked, hold, undecided)
}
