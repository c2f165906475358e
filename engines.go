package whittle

import (
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
)

// engines are the known engines, the default one first.
var engines = []struct {
	name string
	make func(Options) engine.Engine
}{
	{"bmc", func(o Options) engine.Engine {
		return bmc.New(bmc.Config{NoSpinReduction: o.NoSpinReduction, NoProjection: o.NoProjection})
	}},
}

// Engines returns the names of the engines, the default one first.
func Engines() []string {
	var names []string
	for _, e := range engines {
		names = append(names, e.name)
	}
	return names
}

func newEngine(o Options) (engine.Engine, error) {
	if o.with != nil {
		return o.with, nil
	}
	for _, e := range engines {
		if o.Engine == e.name || o.Engine == "" {
			return e.make(o), nil
		}
	}
	return nil, inputError("unknown engine %q (known: %s)", o.Engine, strings.Join(Engines(), ", "))
}
