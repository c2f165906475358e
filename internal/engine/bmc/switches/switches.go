package switches

import (
	"context"
	"slices"
	"strings"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/engine/pbmc"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/passes"
)

// reductions are those of the encoding "events" that can be switched
// off. The random tests check every program with all of them on, each one off,
// each one on alone, and all off: whoever adds a switch adds a line here.
// Those that can answer before the solver is asked would hide mistakes of the
// others, which are therefore also tested without them.
var reductions = []struct {
	name    string
	off     func(*bmc.Config)
	answers bool
}{
	{"spin reduction", func(c *bmc.Config) { c.NoSpinReduction = true }, false},
	{"locked reads", func(c *bmc.Config) { c.NoLockedReads = true }, false},
	{"critical sections", func(c *bmc.Config) { c.NoCriticalSections = true }, false},
	{"section order", func(c *bmc.Config) { c.NoSectionOrder = true }, false},
	{"locked pairs", func(c *bmc.Config) { c.NoLockedPairs = true }, false},
	{"distinct stores", func(c *bmc.Config) { c.NoDistinctStores = true }, false},
	{"soft addresses", func(c *bmc.Config) { c.NoSoftAddresses = true }, false},
	{"silent stores", func(c *bmc.Config) { c.NoSilentStores = true }, false},
	{"symmetry", func(c *bmc.Config) { c.NoSymmetry = true }, false},
	{"retakes", func(c *bmc.Config) { c.NoRetakes = true }, false},
	{"loop bounds", func(c *bmc.Config) { c.NoLoopBounds = true }, false},
	{"any reads", func(c *bmc.Config) { c.NoAnyReads = true }, false},
	{"premise", func(c *bmc.Config) { c.NoPremise = true }, false},
	{"summaries", func(c *bmc.Config) { c.NoSummaries = true }, true},
	{"intervals", func(c *bmc.Config) { c.NoIntervals = true }, true},
	{"values", func(c *bmc.Config) { c.NoValues = true }, true},
}

// projections are the values of --projection.
var projections = []struct {
	name string
	set  func(*bmc.Config)
}{
	{"cone", func(*bmc.Config) {}},
	{"none", func(c *bmc.Config) { c.NoProjection = true }},
}

// Configuration is one way to check a program.
type Configuration struct {
	Name   string
	Events bmc.Config
	Steps  *pbmc.Config // not nil: the engine pbmc
	// Lowered is for the program as lowered, without passes. The encoding "steps" has passes of its own.
	Lowered bool
	// Weak: a waiting loop makes the bound reachable, so true need not be found.
	Weak bool
	// Slow: the larger tests may take this configuration for some programs only.
	Slow bool
}

// Engine makes an engine. It expects a program on which the passes have run, unless c is Lowered or of the
// encoding "steps".
func (c Configuration) Engine() (engine.Engine, error) {
	if c.Steps != nil {
		return pbmc.New(*c.Steps), nil
	}
	return bmc.New(c.Events), nil
}

// Check runs the engine on a task.
func (c Configuration) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	e, err := c.Engine()
	if err != nil {
		return engine.Result{}, err
	}
	return e.Check(ctx, t)
}

// OnLowered makes an engine for programs as lowered: where the configuration expects passes, it runs them.
func (c Configuration) OnLowered() (engine.Engine, error) {
	e, err := c.Engine()
	if err != nil || c.Lowered || c.Steps != nil {
		return e, err
	}
	return passing{e}, nil
}

// passing is an engine after the passes.
type passing struct{ engine.Engine }

// Check implements engine.Engine.
func (e passing) Check(ctx context.Context, t engine.Task) (engine.Result, error) {
	p, err := passes.All().Run(ctx, t.Program, pass.Options{KeepAccesses: t.Property == property.NoDataRace})
	if err != nil {
		return engine.Result{}, err
	}
	p.Terms.Freeze()
	t.Lowered, t.Program = t.Program, p
	return e.Engine.Check(ctx, t)
}

// All are the configurations of both encodings, with passes and without; the first is the default.
func All() []Configuration { return slices.Concat(Events(), Lowered(), Steps()) }

// Events are those of the encoding "events"; the first is the default.
func Events() []Configuration {
	var out []Configuration
	seen := map[string]bool{}
	add := func(name, projection string, off ...int) {
		key := projection
		c := Configuration{Name: "events, " + name}
		for _, p := range projections {
			if p.name == projection {
				p.set(&c.Events)
			}
		}
		for i, s := range reductions {
			if slices.Contains(off, i) {
				s.off(&c.Events)
				key += ", " + s.name
			}
		}
		if !seen[key] {
			seen[key] = true
			c.Weak = c.Events.NoSpinReduction
			out = append(out, c)
		}
	}
	var all, answers []int
	for i, s := range reductions {
		all = append(all, i)
		if s.answers {
			answers = append(answers, i)
		}
	}
	for _, p := range projections[:1] {
		add("projection "+p.name, p.name)
	}
	cut := Configuration{Name: "events, in cubes"}
	cut.Events.Jobs, cut.Events.EagerJobs, cut.Events.NoValues, cut.Events.NoIntervals = 3, true, true, true
	out = append(out, cut)
	for _, p := range projections {
		add("projection "+p.name, p.name)
		add("projection "+p.name+", without answers", p.name, answers...)
		add("projection "+p.name+", nothing else", p.name, all...)
	}
	for i, s := range reductions {
		add("without "+s.name, "cone", i)
		add("without answers and "+s.name, "cone", append(slices.Clone(answers), i)...)
		add("only "+s.name, "none", slices.DeleteFunc(slices.Clone(all),
			func(k int) bool { return k == i })...)
	}
	return out
}

// Lowered skip the passes.
func Lowered() []Configuration {
	out := slices.Clone(Events())
	out = slices.DeleteFunc(out, func(c Configuration) bool {
		return !strings.HasPrefix(c.Name,
			"events, projection")
	})
	for i := range out {
		out[i].Name += ", no passes"
		out[i].Lowered = true
	}
	return out
}

// searchOnly is the improvement that searches all paths first. Small programs
// are decided by that already, so the projections are tested without it.
const searchOnly = "adaptive"

// Steps are those of the encoding "steps"; the first is the default.
func Steps() []Configuration {
	var out []Configuration
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
		out = append(out, Configuration{
			Name: "pbmc, " + name, Steps: &cfg,
			Slow: slices.Contains(without, "improvements") || slices.Contains(without, "sequential"),
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
