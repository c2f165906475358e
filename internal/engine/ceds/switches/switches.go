package switches

import (
	"strings"

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

// folder stands for a folder that all configurations of a program share.
const folder = "folder"

// keep keeps answers there. The program that gives them is the same all the time and need not be hashed.
func keep(c *ceds.Config) { c.CacheDir, c.CacheRevision = folder, "tests" }

// factors are all reductions of the engine, those of its settings and what is about its caches and workers.
// What is entered there is tried together with everything else.
func factors() []factor {
	out := []factor{
		{"cache", []level{
			{"", func(*ceds.Config) {}},
			{"no cache", func(c *ceds.Config) { c.NoCache = true }},
			{"kept cache", keep},
			{"verified cache", func(c *ceds.Config) { keep(c); c.VerifyCache = true }},
		}},
		{"workers", []level{{"", func(*ceds.Config) {}},
			{"3 workers", func(c *ceds.Config) { c.Workers = 3 }}}},
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

// Configuration is a row of the covering array.
type Configuration struct {
	Name   string
	Config ceds.Config
	// Folder: answers are kept in a folder, which Engine is given. What else is asked there is best about the
	// same program.
	Folder bool
	// Weak: states are not matched, so that a loop has no end, and an answer need not be found.
	Weak bool
}

// Engine makes an engine that explores so many states at most; 0: any number. folder returns where answers
// are kept.
func (c Configuration) Engine(states int, folder func() string) (*ceds.Engine, error) {
	if c.Config.MaxStates = states; c.Weak {
		c.Config.MaxStates /= 5
	}
	if c.Folder {
		c.Config.CacheDir = folder()
	}
	return ceds.New(c.Config)
}

// Configurations are those in which each two choices come together; the first is the default.
func Configurations() []Configuration {
	var levels []int
	factors := factors()
	for _, f := range factors {
		levels = append(levels, len(f.levels))
	}
	var out []Configuration
	for _, row := range pairwise(levels) {
		var c Configuration
		var names []string
		for f, l := range row {
			lv := factors[f].levels[l]
			lv.set(&c.Config)
			if lv.name != "" {
				names = append(names, lv.name)
			}
		}
		c.Name, c.Folder, c.Weak = "ceds, "+strings.Join(names, ", "), c.Config.CacheDir != "",
			c.Config.Match == "none"
		out = append(out, c)
	}
	return out
}
