package check_test

import (
	"testing"

	"whittle.dev/internal/check"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// mostStates bounds the explicit search for one formula.
const mostStates = 3000

// TestRandomFormulas compares what is said of random formulas over random programs with an explicit search.
func TestRandomFormulas(t *testing.T) {
	asked, undecided, hold := 0, 0, 0
	for seed := range testflag.Seeds(6) {
		p := randltl.New(uint64(seed))
		next := seed%5 == 4
		text := p.Formula(3, next)
		f, err := ltl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.Size(f) > mostStates {
			continue
		}
		for _, fair := range []property.Fairness{property.Unfair, property.Weak, property.Strong} {
			o, err := check.Check(t.Context(), check.Task{Files: []string{"p.c"}, LTL: text,
				Fairness: string(fair),
				Read:     func(string) ([]byte, error) { return []byte(p.C()), nil }},
				check.Options{BugDir: t.TempDir()})
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, p.C())
			}
			asked++
			if o.Verdict.Kind == property.True {
				hold++
			}
			if o.BugReport != "" {
				t.Errorf("seed %d, %s, %s: internal error\n%s", seed, text, fair, p.C())
			}
			if o.Verdict.Kind == property.Unknown {
				undecided++
				t.Logf("seed %d: %s", seed, o.Result.Why)
				continue
			}
			if got, want := o.Verdict.Kind == property.True, p.Holds(f, fair); got != want {
				t.Errorf("seed %d, %s, fairness %s: %v, want %v\n%s", seed, text, fair, got, want, p.C())
			}
		}
	}
	t.Logf("%d asked, %d hold, %d undecided", asked, hold, undecided)
}
