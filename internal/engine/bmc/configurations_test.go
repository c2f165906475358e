package bmc_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/pbmc"
)

// switches are the reductions of the encoding "events" that can be switched
// off. The random tests check every program with all of them on, each one off,
// each one on alone, and all off: whoever adds a switch adds a line here.
// Those that can answer before the solver is asked would hide mistakes of the
// others, which are therefore also tested without them.
var switches = []struct {
	name    string
	off     func(*bmc.Config)
	answers bool
}{
	{"spin reduction", func(c *bmc.Config) { c.NoSpinReduction = true }, false},
	{"locked reads", func(c *bmc.Config) { c.NoLockedReads = true }, false},
	{"critical sections", func(c *bmc.Config) { c.NoCriticalSections = true }, false},
	{"section order", func(c *bmc.Config) { c.NoSectionOrder = true }, false},
	{"distinct stores", func(c *bmc.Config) { c.NoDistinctStores = true }, false},
	{"soft addresses", func(c *bmc.Config) { c.NoSoftAddresses = true }, false},
	{"silent stores", func(c *bmc.Config) { c.NoSilentStores = true }, false},
	{"symmetry", func(c *bmc.Config) { c.NoSymmetry = true }, false},
	{"retakes", func(c *bmc.Config) { c.NoRetakes = true }, false},
	{"loop bounds", func(c *bmc.Config) { c.NoLoopBounds = true }, false},
	{"any reads", func(c *bmc.Config) { c.NoAnyReads = true }, false},
	{"intervals", func(c *bmc.Config) { c.NoIntervals = true }, true},
	{"values", func(c *bmc.Config) { c.NoValues = true }, true},
}

// projections are the values of --projection.
var projections = []struct {
	name string
	set  func(*bmc.Config)
}{
	{"cone", func(*bmc.Config) {}},
	{"exact", func(c *bmc.Config) { c.ExactProjection = true }},
	{"none", func(c *bmc.Config) { c.NoProjection = true }},
}

// configuration is one way to check a program.
type configuration struct {
	name   string
	events bmc.Config
	steps  *pbmc.Config // not nil: the engine pbmc
	// lowered is for the program as lowered, without passes. The encoding
	// "steps" has passes of its own.
	lowered bool
	// weak: a waiting loop makes the bound reachable, so true need not be found.
	weak bool
	// slow: the larger tests may take this configuration for some programs only.
	slow bool
}

// engine makes an engine.
func (c configuration) engine() (engine.Engine, error) {
	if c.steps != nil {
		return pbmc.New(*c.steps), nil
	}
	return bmc.New(c.events), nil
}

// check runs the engine on a task.
func (c configuration) check(ctx context.Context, t engine.Task) (engine.Result, error) {
	e, err := c.engine()
	if err != nil {
		return engine.Result{}, err
	}
	return e.Check(ctx, t)
}

// eventConfigurations are those of the encoding "events"; the first is the default.
func eventConfigurations() []configuration {
	var out []configuration
	seen := map[string]bool{}
	add := func(name, projection string, off ...int) {
		key := projection
		c := configuration{name: "events, " + name}
		for _, p := range projections {
			if p.name == projection {
				p.set(&c.events)
			}
		}
		for i, s := range switches {
			if slices.Contains(off, i) {
				s.off(&c.events)
				key += ", " + s.name
			}
		}
		if !seen[key] {
			seen[key] = true
			c.weak = c.events.NoSpinReduction
			out = append(out, c)
		}
	}
	var all, answers []int
	for i, s := range switches {
		all = append(all, i)
		if s.answers {
			answers = append(answers, i)
		}
	}
	for _, p := range projections {
		add("projection "+p.name, p.name)
		add("projection "+p.name+", without answers", p.name, answers...)
		add("projection "+p.name+", nothing else", p.name, all...)
	}
	for i, s := range switches {
		add("without "+s.name, "cone", i)
		add("exact projection, without answers and "+s.name, "exact", append(slices.Clone(answers), i)...)
		add("only "+s.name, "none", slices.DeleteFunc(slices.Clone(all), func(k int) bool { return k == i })...)
	}
	return out
}

// loweredConfigurations skip the passes.
func loweredConfigurations() []configuration {
	out := slices.Clone(eventConfigurations())
	out = slices.DeleteFunc(out, func(c configuration) bool { return !strings.HasPrefix(c.name, "events, projection") })
	for i := range out {
		out[i].name += ", no passes"
		out[i].lowered = true
	}
	return out
}

// searchOnly is the improvement that searches all paths first. Small programs
// are decided by that already, so the projections are tested without it.
const searchOnly = "adaptive"

// stepConfigurations are those of the engine pbmc; the first is the default.
func stepConfigurations() []configuration {
	var out []configuration
	add := func(name string, noProjection bool, without ...string) {
		cfg, set := pbmc.Default(), map[string]string{}
		if !slices.Contains(without, "improvements") && len(out) > 0 {
			set["mpor"] = "on" // off by default
		}
		for _, w := range without {
			set[w] = "off"
		}
		if err := pbmc.Settings().Apply(&cfg, set); err != nil {
			panic(err)
		}
		cfg.Projection = !noProjection
		out = append(out, configuration{
			name: "pbmc, " + name, steps: &cfg,
			slow: slices.Contains(without, "improvements") || slices.Contains(without, "sequential"),
		})
	}
	add("default", false)
	add("all improvements", false)
	add("without "+searchOnly, false, searchOnly)
	add("projection on, nothing else", false, "improvements")
	add("projection off", true)
	add("projection off, nothing else", true, "improvements")
	var all []string
	for _, s := range pbmc.Improvements() {
		all = append(all, s.Name)
	}
	for i, name := range all {
		if name != searchOnly {
			add("without "+searchOnly+" and "+name, false, searchOnly, name)
		}
		add("only projection and "+name, false, slices.Delete(slices.Clone(all), i, i+1)...)
	}
	return out
}

// TestConfigurations looks at the table itself.
func TestConfigurations(t *testing.T) {
	names := map[string]bool{}
	for _, c := range slices.Concat(eventConfigurations(), loweredConfigurations(), stepConfigurations()) {
		if names[c.name] {
			t.Errorf("two configurations are called %q", c.name)
		}
		names[c.name] = true
		if c.events.NoProjection && c.events.ExactProjection {
			t.Errorf("%s: two projections", c.name)
		}
		if _, err := c.engine(); err != nil { // an improvement that does not exist
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if first := eventConfigurations()[0]; first.events.NoProjection || first.events.ExactProjection || first.weak || first.lowered {
		t.Errorf("the first configuration is %s, want the default", first.name)
	}
}
