package run_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// variant is a way to solve an example.
type variant struct {
	name   string
	engine string
	strict bool
	option func(*run.Options)
}

// variants are the ways in which every engine but auto, or the one named, solves every
// example, and the first one is that of auto. Where an engine decides an example the strict ones must decide
// it, too; the others may give up, but must not be wrong.
var variants = []variant{
	{"as it is", "", true, func(*run.Options) {}},
	{"audit", "", true, func(o *run.Options) { o.Audit = true }},
	{"no projection", "bmc", true, set("bmc.projection", "none")},
	{"no intervals", "bmc", true, set("bmc.intervals", "off")},
	{"no intervals and values", "bmc", true, set("bmc.intervals", "off", "bmc.values", "off")},
	{"no spin reduction", "bmc", false, set("bmc.spin-reduction", "off")},
	{"no reduction", "bmc", false, set("bmc.projection", "none", "bmc.spin-reduction", "off")},
	{"whole store", "ceds", false, set("ceds.store", "whole")},
	{"breadth first, equal", "ceds", false, set("ceds.search", "bfs", "ceds.state-match", "equal")},
	{"no partial-order reduction", "ceds", false, set("ceds.partial-order", "off")},
	{"no symmetry and join reduction", "ceds", false, set("ceds.symmetry", "off", "ceds.joins", "off")},
	{"no query cache", "ceds", false, set("ceds.query-cache", "off")},
}

// set sets settings of engines, given as names and values.
func set(pairs ...string) func(*run.Options) {
	return func(o *run.Options) {
		if o.Set == nil {
			o.Set = map[string]string{}
		}
		for i := 0; i < len(pairs); i += 2 {
			o.Set[pairs[i]] = pairs[i+1]
		}
	}
}

const (
	// An engine that may give up stops here, at the second with -scale.
	someUnwind, moreUnwind = 1, 2
	someStates             = "500"
	// Nothing must take longer. This is far from what it takes, since other tests may run at the same time.
	hang = time.Minute
)

// TestExamples checks every example with every engine, and every second one with some reductions off, with
// -scale each: an engine that the header names gives the right verdict, and no other one gives the wrong one.
func TestExamples(t *testing.T) {
	names := examples.Names(t, "examples")
	both := testflag.Some(names, len(names)/4)
	eachExample(t, names, func(t *testing.T, name string, h examples.Header, loaded *run.Loaded) {
		for _, e := range h.Engines {
			if !slices.Contains(run.Engines(), e) {
				t.Errorf("header: unknown engine %q", e)
			}
		}
		for _, e := range mainEngines() {
			if e == "auto" && !slices.Contains(both, name) {
				continue // what the engines say one by one, it says as well
			}
			var others []variant
			for _, v := range variants[1:] {
				if v.engine == e || v.engine == "" && e != "auto" {
					others = append(others, v)
				}
			}
			all := variants[:1:1]
			if slices.Contains(testflag.Turn("switches of "+name, 1, 2), 0) && !testing.Short() {
				for _, i := range testflag.Turn(name, 1, len(others)) {
					all = append(all, others[i])
				}
			}
			for _, v := range all {
				opt := run.Options{Engine: e, BugDir: t.TempDir()}
				v.option(&opt)
				decides := v.strict && h.DecidedBy(e)
				if !decides {
					opt.MaxUnwind = someUnwind
					if testflag.Deep() {
						opt.MaxUnwind = moreUnwind
					}
					set("ceds.max-states", someStates)(&opt)
				}
				o := checkExample(t, loaded, h, e+", "+v.name, opt, nil)
				switch known := o.Verdict.Kind != property.Unknown; {
				case !known && decides:
					t.Errorf("%s, %s: undecided: %s", e, v.name, o.Result.Why)
				case known && v.name == variants[0].name && !h.DecidedBy(e):
					t.Errorf("%s, %s: decided, which the header does not say", e, v.name)
				}
			}
		}
	})
}

// eachExample runs a test with each example, as far as they are chosen.
func eachExample(t *testing.T, names []string,
	test func(t *testing.T, name string, h examples.Header, loaded *run.Loaded)) {
	for _, name := range names {
		if !testflag.Only(name) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			t.Parallel()
			h := examples.Read(t, name)
			loaded, err := run.Load(t.Context(), run.Task{Files: []string{name},
				Property: string(h.Property), DataModel: h.DataModel})
			if err != nil {
				t.Fatal(err)
			}
			test(t, name, h, loaded)
		})
	}
}

// mainEngines are those that users mostly run. The tests of the others, which answer few questions or need
// not end, are beside them.
func mainEngines() []string {
	return slices.DeleteFunc(run.Engines(), func(name string) bool {
		return name == "pbmc" || name == "pdr" || name == "slab" || name == "cpa" || name == "dpr" ||
			name == "modular" || name == "ranking" || name == "liveness" || name == "graphs"
	})
}

// checkExample looks for wrong verdicts and failures of an engine, which opt names unless with is not nil.
func checkExample(t *testing.T, loaded *run.Loaded, h examples.Header, how string, opt run.Options,
	with engine.Engine) run.Outcome {
	t.Helper()
	o, err := loaded.Check(t.Context(), opt, with)
	switch {
	case err != nil:
		t.Errorf("%s: %v", how, err)
	case o.BugReport != "":
		t.Errorf("%s: %s", how, o.Result.Why)
	case o.Verdict.Kind != property.Unknown && o.Verdict.Kind != h.Verdict.Kind:
		t.Errorf("%s: wrong verdict %s, want %s", how, o.Verdict, h.Verdict)
	}
	return o
}
