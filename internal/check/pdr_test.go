package check_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/check"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/testing/testflag"
)

// pdrConfigurations are the engine pdr as it is, and with each setting in turn as it is not by default.
func pdrConfigurations(properties []property.Property) []trapConfiguration {
	asItIs := func(*trapTest) (engine.Engine, error) { return pdr.New(pdr.Config{}), nil }
	out := []trapConfiguration{{name: "pdr", engine: "pdr", weak: true, properties: properties,
		engineFor: asItIs}}
	for _, s := range pdr.Settings() {
		for _, v := range s.Values[min(1, len(s.Values)):] {
			out = append(out, trapConfiguration{name: "pdr, " + s.Name + " " + v.Name, engine: "pdr",
				weak: true, properties: properties,
				engineFor: func(*trapTest) (engine.Engine, error) {
					var cfg pdr.Config
					err := s.Set(&cfg, v.Name)
					return pdr.New(cfg), err
				}})
		}
	}
	return out
}

// exampleLooks is how often the engine looks at its context for one example, in an ordinary run.
const exampleLooks = 300

// TestProversOnExamples has the engine pdr, slab or cpa look at each example for a while, with one of its
// settings changed, or with each of them in turn with a scale: no verdict is wrong.
func TestProversOnExamples(t *testing.T) {
	configurations := slices.Concat(pdrConfigurations(nil), slabConfigurations(nil),
		cpaConfigurations(nil))
	looks := int64(exampleLooks)
	if testflag.Deep() {
		looks = trapLooks
	}
	for _, name := range examples.Names(t, "examples") {
		if !testflag.Only(name) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			t.Parallel()
			h := examples.Read(t, name)
			loaded, err := check.Load(t.Context(), check.Task{Files: []string{name},
				Property: string(h.Property), DataModel: h.DataModel})
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range testflag.Turn(name, 1, len(configurations)) {
				e, err := configurations[i].engineFor(nil)
				if err != nil {
					t.Fatal(err)
				}
				o, err := loaded.Check(t.Context(), check.Options{BugDir: t.TempDir()}, patient{e, looks})
				switch {
				case err != nil:
					t.Errorf("%s: %v", configurations[i].name, err)
				case o.BugReport != "":
					t.Errorf("%s: %s", configurations[i].name, o.Result.Why)
				case o.Verdict.Kind != property.Unknown && o.Verdict.Kind != h.Verdict.Kind:
					t.Errorf("%s: wrong verdict %s, want %s", configurations[i].name, o.Verdict, h.Verdict)
				}
			}
		})
	}
}
