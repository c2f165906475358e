package switches

import (
	"whittle.dev/internal/engine/slab"
)

// Configuration is one way to run the engine.
type Configuration struct {
	Name   string
	Config slab.Config
	// Weak: with this configuration the procedure may go on for ever where it ends by default.
	Weak bool
}

// slicing are the switches of the operations of slicing.
var slicing = []string{"inconsistent-transitions", "inconsistent-nodes", "unreachable-nodes", "simplify",
	"loops", "bypass"}

// weak are the settings without which more splits may be needed.
var weak = map[string]bool{"inconsistent-transitions": true, "window": true, "strength": true, "reuse": true,
	"fragment": true, "atoms": true}

// All returns the default configuration, each setting changed, and all of slicing off.
func All() []Configuration {
	out := []Configuration{{Name: "slab"}}
	for _, s := range slab.Settings() {
		for _, v := range s.Values[1:] {
			out = append(out, make1(s.Name+"="+v.Name, map[string]string{s.Name: v.Name}))
		}
	}
	off := map[string]string{}
	for _, name := range slicing {
		off[name] = "off"
	}
	out = append(out, make1("all slicing off", off))
	return append(out, make1("strategy last, weak", map[string]string{"window": "last", "strength": "weak"}))
}

// make1 makes a configuration with some settings. A setting that does not exist is a mistake of this package.
func make1(name string, set map[string]string) Configuration {
	c := Configuration{Name: name}
	for s := range set {
		c.Weak = c.Weak || weak[s]
	}
	if err := slab.Settings().Apply(&c.Config, set); err != nil {
		panic(err)
	}
	return c
}
