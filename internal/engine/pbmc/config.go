package pbmc

import (
	"whittle.dev/internal/engine/internal/steps"
	"whittle.dev/internal/engine/setting"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero Config is the encoding as published, without projections; Default is
// the one that pays.
type Config struct {
	// Depth is the length of the longest paths; 0: 1, 2, 4, ... until an answer is found.
	Depth int
	// Projection searches projections only, not all paths.
	Projection bool
	// Options are those of the formula.
	steps.Options
	// Ranges, Unfold, MergeGoals, MergeWaits and Slice make the system smaller before it is encoded, see
	// ts.Options.
	Ranges, Unfold, MergeGoals, MergeWaits, Slice bool
	// Incremental keeps the formula, and what the solver has learnt, for the next depth.
	Incremental bool
	// Adaptive searches all paths first, with little effort.
	Adaptive bool
	// Wrap puts something around each solver, a decorator that records what is asked for example; st is the
	// store of its terms. nil: nothing.
	Wrap func(st *term.Store, s smt.Solver) smt.Solver
}

// Default returns the configuration with projections and with every improvement that pays in general.
func Default() Config {
	return Config{Projection: true, Options: steps.Improved(), Ranges: true, Unfold: true, MergeGoals: true,
		MergeWaits: true,
		Slice:      true, Incremental: true, Adaptive: true}
}

// published is the source of what the paper has.
const published = "PBMC: Symbolic Program Slicing for Program Verification, section 5"

// Settings are what users can choose, as changes of Default.
func Settings() setting.Table[Config] {
	all := setting.Words(setting.Doc{Name: "improvements",
		Values: []setting.Value{{Name: "on"}, {Name: "off"}},
		Summary: "all improvements below; off: the encoding as published, apart from those that " +
			"are set to on"},
		func(c *Config, v string) {
			if v == "off" {
				*c = Config{Depth: c.Depth, Projection: c.Projection, Wrap: c.Wrap}
			}
		})
	t := setting.Table[Config]{
		setting.Number("depth", "length of the longest paths", "deepen until there is an answer",
			func(c *Config) *int { return &c.Depth }).With(func(d *setting.Doc) { d.Flag = "depth" }),
		setting.Words(setting.Doc{Name: "projection", Flag: "projection", Source: published,
			Values: []setting.Value{
				{Name: "cone",
					Summary: "paths in which each step is needed by the violation or by a later step"},
				{Name: "none", Summary: "all paths"}},
			Summary: "which paths are searched"},
			func(c *Config, v string) { c.Projection = v != "none" }),
		all,
	}
	t = append(t, Improvements()...)
	for i := range t {
		t[i].Sole = true
	}
	return t
}

// Improvements are the settings that the published encoding does not have, each of which can be switched on
// and off.
func Improvements() setting.Table[Config] {
	on := func(name, summary string, field func(*Config) *bool) setting.Setting[Config] {
		return setting.Enable(name, summary, Default(), field)
	}
	return setting.Table[Config]{
		on("ranges", "bounds of values decide comparisons, and variables get narrow (FSys without a search; "+
			"else 1.3 times the propagations if off)", func(c *Config) *bool { return &c.Ranges }),
		on("unfold", "counters of loops and what is computed from them become part of the location, so "+
			"that indices are constants (3.4 times the propagations if off)",
			func(c *Config) *bool { return &c.Unfold }),
		on("merge-goals",
			"ways through a section to one violation are one goal (1.06 times the propagations "+
				"if off)", func(c *Config) *bool { return &c.MergeGoals }),
		on("merge-waits", "joins that follow each other are one step (1.7 times the propagations if off)",
			func(c *Config) *bool { return &c.MergeWaits }),
		on("slice", "statements that no goal can depend on are dropped (1.25 times the propagations if off)",
			func(c *Config) *bool { return &c.Slice }),
		on("shared-deps", "what later steps read is defined once for all earlier ones (1.6 times the "+
			"propagations if off, in the search of projections)",
			func(c *Config) *bool { return &c.SharedDeps }),
		on("sequential", "a step chooses a process, and the next state is a term over the present one (4.9 "+
			"times the propagations if off)", func(c *Config) *bool { return &c.Sequential }),
		on("elements", "an array is a variable for each element (1.4 times the propagations if off)",
			func(c *Config) *bool { return &c.Elements }),
		on("mpor", "of the orders of independent steps the first in the order of the processes is searched "+
			"(0.65 times the CPU time for proofs, 1.7 times for violations if on)",
			func(c *Config) *bool { return &c.MPOR }),
		on("symmetry", "threads with the same code and arguments start in order (1.3 times the propagations "+
			"if off)", func(c *Config) *bool { return &c.Symmetry }),
		on("incremental", "one formula and solver for growing depths (1.2 times the CPU time if off)",
			func(c *Config) *bool { return &c.Incremental }),
		on("adaptive", "all paths first, for 10,000 conflicts (2.0 times the propagations if off)",
			func(c *Config) *bool { return &c.Adaptive }),
	}
}
