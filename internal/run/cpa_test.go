package run_test

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa"
	"whittle.dev/internal/engine/cpa/switches"
	"whittle.dev/internal/property"
)

// cpaConfigurations are the engine cpa with each of its switches. It looks at its context before each state.
func cpaConfigurations(properties []property.Property) []trapConfiguration {
	var out []trapConfiguration
	for _, c := range switches.All() {
		c.Config.MaxStates = 4 * trapStates
		out = append(out, trapConfiguration{name: c.Name, engine: "cpa", weak: true, properties: properties,
			engineFor: func(*trapTest) (engine.Engine, error) { return cpa.New(c.Config) }})
	}
	return out
}
