package ceds_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/ceds"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestRunsWithAFolder: configurations that share a folder of answers, which each of them adds to, have the
// verdict of a run without one; the later ones find answers there, and none of an earlier run that another
// solver disagrees with.
func TestRunsWithAFolder(t *testing.T) {
	programs := 14
	if testing.Short() {
		programs = 5
	}
	dir := t.TempDir()
	found, asked, violated, holds := int64(0), int64(0), 0, 0
	for seed := range testflag.Seeds(programs) {
		src := randprog.NewSymbolic(seed)
		text, _ := randprog.SmallCheck(src, 0, int(seed)%randprog.Outcomes)
		p, err := lawLoad("random.c", text, property.UnreachCall, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		task := engine.Task{Program: p, Property: property.UnreachCall, Events: func(e engine.Event) {
			if e.Warning != "" {
				t.Errorf("seed %d: warning: %s", seed, e.Warning)
			}
		}}
		run := func(name string, cfg ceds.Config) engine.Result {
			cfg.MaxStates = 100
			eng, err := ceds.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eng.Check(t.Context(), task)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			return res
		}
		want := run("no folder", ceds.Config{NoCache: true})
		switch want.Verdict.Kind {
		case property.False:
			violated++
		case property.True:
			holds++
		}
		for _, cfg := range []struct {
			name string
			cfg  ceds.Config
		}{
			{"first run", ceds.Config{}},
			{"again", ceds.Config{}},
			{"verified", ceds.Config{VerifyCache: true}},
			{"whole", ceds.Config{Store: "whole"}},
			{"breadth first, equal, no models", ceds.Config{Search: "bfs", Match: "equal", NoModels: true}},
			{"workers", ceds.Config{Workers: 3, NoModels: true}},
		} {
			cfg.cfg.CacheDir, cfg.cfg.CacheRevision = dir, "tests"
			res := run(cfg.name, cfg.cfg)
			if res.Verdict.Kind != want.Verdict.Kind && res.Verdict.Kind != property.Unknown &&
				want.Verdict.Kind != property.Unknown {
				t.Errorf("seed %d, %s: %v, without a folder %v\n%s", seed, cfg.name, res.Verdict,
					want.Verdict, text)
			}
			earlier := stat(res, "answers from an earlier run")
			found += earlier
			if n := stat(res, "emptiness by the solver"); cfg.name == "again" {
				asked += n
				if n > 0 && res.Verdict.Kind != property.Unknown {
					t.Errorf("seed %d: the second run asks the solver %d questions", seed, n)
				}
			}
			if cfg.name == "first run" && earlier > 0 {
				t.Errorf("seed %d: the first run finds answers of an earlier one", seed)
			}
		}
	}
	t.Logf("%d answers found, %d questions in second runs, %d violated, %d hold", found, asked, violated,
		holds)
	if found == 0 || !testing.Short() && (violated == 0 || holds == 0) {
		t.Error("the programs are too one-sided")
	}
}

// stat is a number of a result; 0: it has none of that name.
func stat(res engine.Result, name string) int64 {
	for _, s := range res.Stats {
		if s.Name == name {
			return int64(s.Value)
		}
	}
	return 0
}
