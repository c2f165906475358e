package run_test

import (
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
)

// modularQuestions bounds what the engine modular asks about one trap or example in an ordinary run.
const modularQuestions = 300

// modularConfigurations are the engine modular as it is, and with each setting in turn as it is not by
// default.
func modularConfigurations(properties []property.Property) []trapConfiguration {
	var out []trapConfiguration
	add := func(name string, cfg modular.Config) {
		cfg.Questions = modularQuestions
		out = append(out, trapConfiguration{name: name, engine: "modular", weak: true, properties: properties,
			engineFor: func(*trapTest) (engine.Engine, error) { return modular.New(cfg), nil }})
	}
	add("modular", modular.Config{})
	for _, s := range modular.Settings() {
		for _, v := range s.Values[min(1, len(s.Values)):] {
			var cfg modular.Config
			if err := s.Set(&cfg, v.Name); err != nil {
				panic(err)
			}
			add("modular, "+s.Name+" "+v.Name, cfg)
		}
	}
	return out
}
