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

// lawCacheDir stands for a folder that all configurations of a program share.
const lawCacheDir = "folder"

// lawFactors are all reductions of the engine, those of its settings and what is about its caches and workers. What is
// entered there is tried together with everything else.
func lawFactors() []factor {
	out := []factor{
		{"cache", []level{
			{"", func(*ceds.Config) {}},
			{"no cache", func(c *ceds.Config) { c.NoCache = true }},
			{"kept cache", func(c *ceds.Config) { c.CacheDir = lawCacheDir }},
			{"verified cache", func(c *ceds.Config) { c.CacheDir, c.VerifyCache = lawCacheDir, true }},
		}},
		{"workers", []level{{"", func(*ceds.Config) {}}, {"3 workers", func(c *ceds.Config) { c.Workers = 3 }}}},
	}
	for _, s := range ceds.Settings() {
		if s.Limit || s.Name == "query-cache" {
			continue
		}
		f := factor{name: s.Name}
		for i, v := range s.Values {
			name := v.Name
			switch {
			case v.Name == "on" && i == 0:
				name = ""
			case v.Name == "off" && i == 1:
				name = "no " + s.Name
			}
			f.levels = append(f.levels, level{name, func(c *ceds.Config) {
				if err := s.Set(c, v.Name); err != nil {
					panic(err)
				}
			}})
		}
		out = append(out, f)
	}
	return out
}

// lawConfiguration is a row of the covering array.
type lawConfiguration struct {
	name string
	cfg  ceds.Config
}

// lawConfigurations are configurations in which each two choices come together; the first is the default.
func lawConfigurations() []lawConfiguration {
	var levels []int
	factors := lawFactors()
	for _, f := range factors {
		levels = append(levels, len(f.levels))
	}
	var out []lawConfiguration
	for _, row := range pairwise(levels) {
		var c lawConfiguration
		var names []string
		for f, l := range row {
			lv := factors[f].levels[l]
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
	changed := map[string]bool{"MaxStates": true, "Wrap": true, "Certify": true, "CertifyBy": true, "Certificate": true}
	for _, f := range lawFactors() {
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
