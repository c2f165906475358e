package ceds_test

import (
	"reflect"
	"strings"
	"testing"

	"whittle.dev/internal/engine/ceds"
)

// factor is something that users can choose; the first level is the default.
type factor struct {
	name   string
	levels []level
}

// level is one choice.
type level struct {
	name string
	set  func(*ceds.Config)
}

// off is a factor of a switch.
func off(name string, set func(*ceds.Config)) factor {
	return factor{name, []level{{"", func(*ceds.Config) {}}, {"no " + name, set}}}
}

// values is a factor of a word.
func values(name string, words []string, set func(*ceds.Config, string)) factor {
	f := factor{name: name}
	for _, w := range words {
		f.levels = append(f.levels, level{w, func(c *ceds.Config) { set(c, w) }})
	}
	return f
}

// lawCacheDir stands for a folder that all configurations of a program share.
const lawCacheDir = "folder"

// lawFactors are all switches of the engine. What is entered here is tried together with everything else.
var lawFactors = []factor{
	values("store", ceds.Stores, func(c *ceds.Config, w string) { c.Store = w }),
	values("match", ceds.Matches, func(c *ceds.Config, w string) { c.Match = w }),
	values("search", ceds.Searches, func(c *ceds.Config, w string) { c.Search = w }),
	{"cache", []level{
		{"", func(*ceds.Config) {}},
		{"no cache", func(c *ceds.Config) { c.NoCache = true }},
		{"kept cache", func(c *ceds.Config) { c.CacheDir = lawCacheDir }},
		{"verified cache", func(c *ceds.Config) { c.CacheDir, c.VerifyCache = lawCacheDir, true }},
	}},
	{"workers", []level{{"", func(*ceds.Config) {}}, {"3 workers", func(c *ceds.Config) { c.Workers = 3 }}}},
	off("models", func(c *ceds.Config) { c.NoModels = true }),
	off("partial order", func(c *ceds.Config) { c.NoPartialOrder = true }),
	off("sections", func(c *ceds.Config) { c.NoSections = true }),
	off("waking", func(c *ceds.Config) { c.NoWake = true }),
	off("elements", func(c *ceds.Config) { c.NoElements = true }),
	off("joins", func(c *ceds.Config) { c.NoJoins = true }),
	off("symmetry", func(c *ceds.Config) { c.NoSymmetry = true }),
	off("tau", func(c *ceds.Config) { c.NoTau = true }),
}

// lawConfiguration is a row of the covering array.
type lawConfiguration struct {
	name string
	cfg  ceds.Config
}

// lawConfigurations are configurations in which each two choices come together; the first is the default.
func lawConfigurations() []lawConfiguration {
	var levels []int
	for _, f := range lawFactors {
		levels = append(levels, len(f.levels))
	}
	var out []lawConfiguration
	for _, row := range pairwise(levels) {
		var c lawConfiguration
		var names []string
		for f, l := range row {
			lv := lawFactors[f].levels[l]
			lv.set(&c.cfg)
			if lv.name != "" {
				names = append(names, lv.name)
			}
		}
		c.name = strings.Join(names, ", ")
		out = append(out, c)
	}
	return out
}

// TestLawConfigurations looks at the table itself.
func TestLawConfigurations(t *testing.T) {
	names := map[string]bool{}
	for _, c := range lawConfigurations() {
		t.Log(c.name)
		if names[c.name] {
			t.Errorf("two configurations are called %q", c.name)
		}
		names[c.name] = true
		if _, err := ceds.New(c.cfg); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	// Those that are no choices, or have a test of their own.
	changed := map[string]bool{"MaxStates": true, "Wrap": true, "Certify": true}
	for _, f := range lawFactors {
		for _, l := range f.levels[1:] {
			var c ceds.Config
			l.set(&c)
			v, some := reflect.ValueOf(c), false
			for i := range v.NumField() {
				if !v.Field(i).IsZero() {
					changed[v.Type().Field(i).Name], some = true, true
				}
			}
			if !some {
				t.Errorf("%s: %q changes nothing", f.name, l.name)
			}
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[ceds.Config]()) {
		if f.IsExported() && !changed[f.Name] {
			t.Errorf("no factor changes Config.%s: enter it in lawFactors", f.Name)
		}
	}
}
