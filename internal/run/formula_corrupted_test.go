package run_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/ltl"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/randltl"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// TestCorruptedLassos corrupts the violations of random formulas over random programs so that they are none
// for certain, and checks that no replay takes them; -scale 25 makes some hundreds.
func TestCorruptedLassos(t *testing.T) {
	made := map[string]int{}
	for seed := range testflag.Seeds(6) {
		p := randltl.New(uint64(seed))
		text := p.Formula(3, false)
		f, err := ltl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if p.Size(f) > mostStates || p.Holds(f, property.Unfair) {
			continue
		}
		task := run.Task{Files: []string{"p.c"}, LTL: text, Fairness: "none",
			Read: func(string) ([]byte, error) { return []byte(p.C()), nil }}
		o, err := run.Check(t.Context(), task, run.Options{BugDir: t.TempDir()})
		if err != nil || o.Verdict.Kind != property.False {
			continue // TestRandomFormulas looks at that
		}
		loaded, err := run.Load(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		refused := func(kind string, change func(tr *trace.Trace)) {
			tr, l := *o.Result.Trace.Machine(), *o.Result.Trace.Lasso
			tr.Schedule, tr.Lasso = slices.Clone(tr.Schedule), &l
			change(&tr)
			made[kind]++
			if _, err := interp.Replay(t.Context(), loaded.Program, &tr); err == nil {
				t.Errorf("seed %d, %s, %s: the replay takes it\n%s", seed, text, kind, p.C())
			}
		}
		if _, err := interp.Replay(t.Context(), loaded.Program, o.Result.Trace.Machine()); err != nil {
			t.Errorf("seed %d, %s: the violation itself: %v\n%s", seed, text, err, p.C())
		}
		refused("a formula that the execution satisfies", func(tr *trace.Trace) {
			tr.Lasso.Formula = ltl.Negation(f).String()
		})
		const observer = 1
		s := o.Result.Trace.Schedule // one step may be observed several times
		for len(s) > 0 && s[len(s)-1].Thread == observer {
			s = s[:len(s)-1]
		}
		if len(s) < len(o.Result.Trace.Schedule) {
			refused("the last observation is missing", func(tr *trace.Trace) { tr.Schedule = s })
		}
		refused("a step of a thread that is not there", func(tr *trace.Trace) {
			tr.Schedule[len(tr.Schedule)/2].Thread = 9
		})
		refused("a step is left out", func(tr *trace.Trace) {
			tr.Schedule[len(tr.Schedule)-1].Occurrence++
		})
		if l := o.Result.Trace.Lasso; l.Second < len(o.Result.Trace.Schedule) {
			refused("it is said to stay where it can go on", func(tr *trace.Trace) {
				tr.Lasso.First, tr.Lasso.Second = len(tr.Schedule), len(tr.Schedule)
			})
		}
		for _, fair := range []property.Fairness{property.Weak, property.Strong} {
			if p.Holds(f, fair) {
				refused("unfair: "+string(fair), func(tr *trace.Trace) { tr.Lasso.Fairness = fair })
			}
		}
	}
	all := 0
	for _, n := range made {
		all += n
	}
	t.Logf("%d corrupted: %v", all, made)
}
