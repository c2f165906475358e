package switches

import (
	"strings"

	"whittle.dev/internal/engine/cpa"
)

// Configuration is one way to run the engine.
type Configuration struct {
	Name   string
	Config cpa.Config
}

// All returns the default configuration, each setting changed, in the ready configurations as well where it
// changes what they do, and each source of predicates alone.
func All() []Configuration {
	out := []Configuration{{Name: "cpa"}}
	var sources []string
	for _, s := range cpa.Settings() {
		if strings.HasPrefix(s.Name, "refine-") {
			sources = append(sources, s.Name)
		}
		for _, v := range s.Values[min(1, len(s.Values)):] {
			out = append(out, with(map[string]string{s.Name: v.Name}))
		}
	}
	for _, set := range []map[string]string{
		{"analysis": "predicate", "block": "steps"},
		{"analysis": "predicate", "block": "steps", "abstraction": "cartesian"},
		{"analysis": "predicate", "block-steps": "3"},
		{"analysis": "value", "block": "steps"},
		{"analysis": "value", "block": "steps", "lazy-values": "off"},
		{"analysis": "predicate", "block": "steps", "tau": "off", "partial-order": "off", "symmetry": "off"},
		{"analysis": "value", "order": "bfs", "symmetry": "off", "joins": "off", "waking": "off"},
		{"analysis": "value", "ranges": "off"},
		{"analysis": "bdd", "ranges": "off"},
		{"analysis": "interval", "block": "steps", "interval-delay": "1"},
		{"analysis": "interval", "interval-merge": "on"},
		{"analysis": "value+interval", "interval-merge": "on", "order": "bfs", "block": "steps"},
		{"analysis": "predicate+interval", "interval-delay": "1"},
		{"analysis": "bdd", "block": "loops", "order": "dfs"},
		{"analysis": "bdd", "symmetry": "off", "joins": "off", "partial-order": "off"},
		{"analysis": "bmc", "order": "bfs", "loop-bound": "2"},
		{"analysis": "bmc", "tau": "off", "symmetry": "off"},
		{"analysis": "bmc", "merge": "constants", "simplify": "merges"},
		{"analysis": "bmc", "merge": "any"},
		{"analysis": "bmc+simplify", "simplify": "merges", "order": "dfs"},
		{"analysis": "bmc+simplify", "tau": "off", "partial-order": "off", "symmetry": "off"},
		{"analysis": "predicate", "merge": "any", "simplify": "formulas"},
	} {
		out = append(out, with(set))
	}
	for _, alone := range sources {
		set := map[string]string{"analysis": "predicate"}
		for _, name := range sources {
			if name != alone {
				set[name] = "off"
			}
		}
		c := with(set)
		c.Name = "cpa, " + alone + " alone"
		out = append(out, c)
	}
	return out
}

// with makes a configuration with some settings. One that does not exist is a mistake of this package.
func with(set map[string]string) Configuration {
	c := Configuration{Name: "cpa"}
	for _, s := range cpa.Settings() {
		if v, ok := set[s.Name]; ok {
			c.Name += ", " + s.Name + "=" + v
		}
	}
	if err := cpa.Settings().Apply(&c.Config, set); err != nil {
		panic(err)
	}
	return c
}
