package bmc_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/randprog"
	"whittle.dev/internal/testing/testflag"
)

// TestWeakRandom compares the outcomes of random programs in each memory model with those of all execution
// graphs: each of a few is found, and none besides. Data races of C11 likewise.
func TestWeakRandom(t *testing.T) {
	decided, asked, weaker, racy := 0, 0, 0, 0
	for seed := range testflag.Seeds(25) {
		w := randprog.NewWeak(seed)
		var strongest int
		for _, m := range []axioms.Model{axioms.SC, axioms.TSO, axioms.PSO, axioms.RC11} {
			outcomes := weakOutcomes(t, w, m)
			if outcomes == nil {
				break
			}
			decided++
			switch {
			case m == axioms.SC:
				strongest = len(outcomes)
			case len(outcomes) > strongest:
				weaker++
			}
			asked += compareWeak(t, seed, w, m, outcomes)
			if m == axioms.RC11 && compareRaces(t, seed, w) {
				racy++
			}
		}
	}
	t.Logf("%d programs in a model, %d questions, %d with more outcomes than in sc, %d with races", decided,
		asked, weaker, racy)
	if weaker == 0 || racy == 0 {
		t.Error("the test compares nothing")
	}
}

// maxWeakGraphs bounds the enumeration of a program.
const maxWeakGraphs = 4000

// weakOutcomes are the conditions that describe the outcomes of a program; nil: it has too many graphs.
func weakOutcomes(t *testing.T, w *randprog.Weak, m axioms.Model) []string {
	p := weakProgram(t, w.Text(strings.Join(w.Results, " + ")+" == -1"), property.UnreachCall)
	found := map[string]bool{}
	res, err := graphs.Run(t.Context(), p, graphs.Options{Model: m, MaxGraphs: maxWeakGraphs},
		func(x *graphs.Execution) {
			var is []string
			for _, name := range w.Results {
				i := slices.IndexFunc(p.Objects, func(o *cfa.Object) bool { return o.Name == name })
				v, _, _ := x.Value(p.Objects[i].Addr, 4)
				is = append(is, fmt.Sprintf("%s == %d", name, int32(v)))
			}
			found[strings.Join(is, " && ")] = true
		})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Complete {
		return nil
	}
	return slices.Sorted(maps.Keys(found))
}

// compareWeak asks for some outcomes, and for any that is none of them.
func compareWeak(t *testing.T, seed int64, w *randprog.Weak, m axioms.Model, outcomes []string) (asked int) {
	var any []string
	for _, o := range outcomes {
		any = append(any, "("+o+")")
	}
	conditions := []string{"!(" + strings.Join(any, " || ") + ")"}
	for i, o := range outcomes {
		if step := max(1, len(outcomes)/4); i%step == 0 {
			conditions = append(conditions, o)
		}
	}
	for i, cond := range conditions {
		text := w.Text(cond)
		p := weakProgram(t, text, property.UnreachCall)
		want := property.False
		if i == 0 {
			want = property.True
		}
		res := weakVerdict(t, seed, p, m, property.UnreachCall, text)
		if res.Verdict.Kind != want {
			t.Errorf("seed %d: in %s bmc says %s, not %s (%s)\n%s", seed, m, res.Verdict, want, res.Why, text)
		}
	}
	return len(conditions)
}

// compareRaces compares whether there are data races of C11, and reports whether there are.
func compareRaces(t *testing.T, seed int64, w *randprog.Weak) bool {
	text := w.Text("0")
	p := weakProgram(t, text, property.NoDataRace)
	want, err := graphs.Run(t.Context(), p, graphs.Options{Model: axioms.RC11, MaxGraphs: maxWeakGraphs,
		Races: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	res := weakVerdict(t, seed, p, axioms.RC11, property.NoDataRace, text)
	races := len(want.Races) > 0
	if !races && !want.Complete {
		return false
	}
	if races != (res.Verdict.Kind == property.False) || !races && res.Verdict.Kind != property.True {
		t.Errorf("seed %d: bmc says %s (%s), there are races: %t\n%s", seed, res.Verdict, res.Why, races,
			text)
	}
	return races
}

func weakProgram(t *testing.T, text string, p property.Property) *cfa.Program {
	cfg := compiled.File("weak.c", text)
	cfg.Property = p
	return compiled.Program(t, cfg)
}

// weakVerdict asks bmc, and replays a violation.
func weakVerdict(t *testing.T, seed int64, p *cfa.Program, m axioms.Model, asked property.Property,
	text string) engine.Result {
	res, err := bmc.New(bmc.Config{}).Check(t.Context(), engine.Task{Program: p, Property: asked, Model: m})
	if err != nil {
		t.Fatalf("seed %d: in %s: %v\n%s", seed, m, err, text)
	}
	if res.Trace != nil && m != axioms.SC {
		if _, err := graphs.Replay(t.Context(), p, res.Trace); err != nil {
			t.Errorf("seed %d: in %s the trace does not replay: %v\n%s", seed, m, err, text)
		}
	}
	return res
}
