package run_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pdr"
	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
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

// TestProversOnExamples has the engine pdr, slab, cpa, dpr or modular look at each example for a while, with
// one of its settings changed, or with each of them in turn with a scale: no verdict is wrong.
func TestProversOnExamples(t *testing.T) {
	configurations := slices.Concat(pdrConfigurations(nil), slabConfigurations(nil),
		cpaConfigurations(nil), dprConfigurations(nil), modularConfigurations(nil))
	looks := int64(exampleLooks)
	if testflag.Deep() {
		looks = trapLooks
	}
	eachExample(t, examples.Names(t, "examples"),
		func(t *testing.T, name string, h examples.Header, loaded *run.Loaded) {
			for _, i := range testflag.Turn(name, 1, len(configurations)) {
				e, err := configurations[i].engineFor(nil)
				if err != nil {
					t.Fatal(err)
				}
				opt := run.Options{BugDir: t.TempDir()}
				checkExample(t, loaded, h, configurations[i].name, opt, patient{e, looks})
			}
		})
}
