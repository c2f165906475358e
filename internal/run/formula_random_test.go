package run_test

import (
	"testing"

	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
)

// mostStates bounds the explicit search for one formula.
const mostStates = 3000

// tally compares answers about random programs with an explicit search, and counts them.
type tally struct {
	*testing.T
	asked, undecided, hold int
}

// ask asks about a program made from a seed; what is what is asked, in words.
func (n *tally) ask(seed int64, what string, p *randltl.Program, task run.Task, want bool) {
	n.Helper()
	task.Files = []string{"p.c"}
	task.Read = func(string) ([]byte, error) { return []byte(p.C()), nil }
	o, err := run.Check(n.Context(), task, run.Options{BugDir: n.TempDir()})
	if err != nil {
		n.Fatalf("seed %d: %v\n%s", seed, err, p.C())
	}
	n.asked++
	got := o.Verdict.Kind == property.True
	if got {
		n.hold++
	}
	if o.BugReport != "" {
		n.Errorf("seed %d, %s, fairness %s: internal error: %s\n%s", seed, what, task.Fairness, o.Result.Why,
			p.C())
	}
	if o.Verdict.Kind == property.Unknown {
		n.undecided++
		n.Logf("seed %d: %s", seed, o.Result.Why)
	} else if got != want {
		n.Errorf("seed %d, %s, fairness %s: %v, want %v\n%s", seed, what, task.Fairness, got, want, p.C())
	}
}

func (n *tally) log() {
	n.Logf("%d asked, %d hold, %d undecided", n.asked, n.hold, n.undecided)
}

// TestRandomFormulas compares what is said of random formulas over random programs with an explicit search.
func TestRandomFormulas(t *testing.T) {
	n := tally{T: t}
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
			n.ask(seed, text, p, run.Task{LTL: text, Fairness: string(fair)}, p.Holds(f, fair))
		}
	}
	n.log()
}
