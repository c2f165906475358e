package run_test

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/dpr"
	"whittle.dev/internal/property"
)

// dprConfigurations are the engine dpr as it is, and with each setting in turn as it is not by default.
func dprConfigurations(properties []property.Property) []trapConfiguration {
	with := func(cfg dpr.Config) engine.Engine {
		cfg.Steps, cfg.Hunt = trapSteps, trapSteps/100
		return patient{dpr.New(cfg), trapLooks / 10}
	}
	asItIs := func(*trapTest) (engine.Engine, error) { return with(dpr.Config{}), nil }
	out := []trapConfiguration{{name: "dpr", engine: "dpr", weak: true, properties: properties,
		engineFor: asItIs}}
	for _, s := range dpr.Settings() {
		for _, v := range s.Values[min(1, len(s.Values)):] {
			out = append(out, trapConfiguration{name: "dpr, " + s.Name + " " + v.Name, engine: "dpr",
				weak: true, properties: properties,
				engineFor: func(*trapTest) (engine.Engine, error) {
					var cfg dpr.Config
					err := s.Set(&cfg, v.Name)
					return with(cfg), err
				}})
		}
	}
	return out
}
