package run_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randloop"
	"whittle.dev/internal/testing/testflag"
)

// endingTask asks whether every execution of a program ends. There is no time limit: what the engine gives up
// on it gives up after an amount of work.
func endingTask(text string) run.Task {
	return run.Task{Files: []string{"loop.c"}, Property: string(property.Termination),
		Read: func(string) ([]byte, error) { return []byte(text), nil }}
}

// termination decides whether every execution ends, those of threads without fairness as well: it asks no
// second question about threads that have their turns. Measures are checked by a solver of their own, and
// executions that do not end are replayed.
func termination(t *testing.T, text string) run.Outcome {
	t.Helper()
	loaded, err := run.Load(t.Context(), endingTask(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o, err := loaded.Check(t.Context(), run.Options{BugDir: t.TempDir()}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if o.BugReport != "" {
		t.Errorf("%s\n%s", o.Result.Why, text)
	}
	return o
}

// undecidedLoops are what the engine does not follow, or does not find.
var undecidedLoops = map[string]bool{"recursion_past_zero.c": true}

// TestTermination decides loops of which it is known whether they end; those in the folder unknown are open
// questions.
func TestTermination(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "termination", "loops.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		want, name, _ := strings.Cut(f.Name, "/")
		t.Run(strings.TrimSuffix(name, ".c"), func(t *testing.T) {
			t.Parallel()
			o, err := run.Check(t.Context(), endingTask(string(f.Data)), run.Options{BugDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			got, _, _ := strings.Cut(o.Verdict.String(), "(")
			if undecidedLoops[name] {
				want = "unknown"
			}
			if got != want {
				t.Errorf("%s, want %s: %s", got, want, o.Result.Why)
			}
		})
	}
}

// TestRandomTermination compares verdicts on random loops with what all their executions do.
func TestRandomTermination(t *testing.T) {
	count := map[string]int{}
	for seed := range testflag.Seeds(40) {
		p := randloop.New(uint64(seed))
		ends, ok := p.Ends(1 << 20)
		if !ok {
			count["too many states"]++
			continue
		}
		v := termination(t, p.C()).Verdict
		count[v.String()]++
		if v.Kind != property.Unknown && (v.Kind == property.True) != ends {
			t.Errorf("seed %d: %s, but ends: %t\n%s", seed, v, ends, p.C())
		}
	}
	t.Log(count)
	if count["unknown"] > 1+testflag.Times(40)/8 {
		t.Errorf("verdicts: %v", count)
	}
}

// TestRandomTerminationBeyond compares verdicts on random programs with recursion, lists and threads with
// what all their executions do, under all schedules.
func TestRandomTerminationBeyond(t *testing.T) {
	count := map[string]int{}
	for seed := range testflag.Seeds(6) {
		text := randloop.Beyond(uint64(seed))
		v := termination(t, text).Verdict
		if v.Kind == property.Unknown {
			count["unknown"]++
			continue
		}
		cfg := compiled.File("loop.c", text)
		cfg.Property = property.Termination
		states := 3000
		if seed%3 == 0 {
			states = 300 // whose stacks may grow without end
		}
		res, err := enumerate.Run(t.Context(), compiled.Program(t, cfg), enumerate.Options{
			Values: []int64{0, 1, 2, 3}, MaxStates: states, MaxSteps: 5000, Endless: true})
		if err != nil {
			t.Fatal(err)
		}
		ends := !res.Endless && len(res.Deadlocks) == 0
		switch {
		case !res.Complete && ends:
			count[v.String()+", not explored"]++
		case (v.Kind == property.True) != ends:
			t.Errorf("seed %d: %s, but ends: %t\n%s", seed, v, ends, text)
		default:
			count[v.String()]++
		}
	}
	t.Log(count)
}
