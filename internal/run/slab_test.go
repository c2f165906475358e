package run_test

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/slab"
	"whittle.dev/internal/engine/slab/switches"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// slabConfigurations are the engine slab with each of its switches; those with which it decides little,
// slowly, with a scale. It looks at its context before each question.
func slabConfigurations(properties []property.Property) []trapConfiguration {
	var out []trapConfiguration
	for _, c := range switches.All() {
		if c.Weak && !testflag.Deep() {
			continue
		}
		out = append(out, trapConfiguration{name: c.Name, engine: "slab", weak: true, properties: properties,
			engineFor: func(*trapTest) (engine.Engine, error) {
				return patient{slab.New(c.Config), trapLooks / 2}, nil
			}})
	}
	return out
}
