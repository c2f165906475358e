package run_test

import (
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/testing/traps"
	"whittle.dev/internal/testsuite"
	"whittle.dev/internal/trace"
)

// TestSuiteDead makes suites of traps: no random execution takes an outcome that is said to be dead, and each
// test takes what it is said to take.
func TestSuiteDead(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	list, err := traps.Read("testdata/traps")
	if err != nil {
		t.Fatal(err)
	}
	limit := time.Second
	if testflag.Deep() {
		limit = 10 * time.Second
	}
	dead := 0
	for _, trap := range testflag.Some(list, 15) {
		if !testflag.Only(trap.Name) || trap.Ext != ".c" || trap.Want == "error" || len(trap.Flags) > 0 {
			continue
		}
		task := run.Task{Files: []string{"a.c"}, DataModel: trap.DataModel,
			Read: func(string) ([]byte, error) { return []byte(trap.Text), nil }}
		s, err := run.MakeSuite(t.Context(), task, run.SuiteOptions{Coverage: "conditions",
			Options: run.Options{Timeout: limit}})
		if err != nil {
			if !strings.Contains(err.Error(), "timeout") {
				t.Errorf("%s: %v", trap.Name, err)
			}
			continue
		}
		r, err := interp.NewReplayer(s.Program)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(testflag.Times(100)) {
			begin := &trace.Trace{Version: trace.Version, Violation: trace.NoViolation}
			x, err := r.Extend(t.Context(), begin,
				interp.ExtendOptions{Random: true, Seed: 1_000_000 + seed, MaxSteps: 2000})
			if err != nil {
				t.Fatal(err)
			}
			for i := range s.Goals {
				if g := &s.Goals[i]; g.State == testsuite.Dead && g.Count(x.Passes) > 0 {
					t.Fatalf("%s: %s is said to be dead (%s), and an execution takes it", trap.Name, g, g.Why)
				}
			}
		}
		for _, x := range s.Tests {
			for _, g := range x.Covers {
				if s.Goals[g].State != testsuite.Covered || s.Goals[g].Count(x.Passes) == 0 {
					t.Errorf("%s: %s does not take %s", trap.Name, x.Name, &s.Goals[g])
				}
			}
		}
		dead += s.Count(testsuite.Dead)
	}
	if dead == 0 && !testflag.Chosen() {
		t.Error("nothing is dead")
	}
}
