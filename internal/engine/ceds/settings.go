package ceds

import "whittle.dev/internal/engine/setting"

// symdivine is the paper that slices, queries that are remembered and steps without τ-transitions come from.
const symdivine = "SMT Queries Decomposition and Caching in Semi-Symbolic Model Checking"

// Settings are what users can choose. CacheDir is looked at by CheckCacheDir.
func Settings() setting.Table[Config] {
	off := func(name, flag, source, summary string, field func(*Config) *bool) setting.Setting[Config] {
		return setting.Switch(name, summary, field).With(func(d *setting.Doc) {
			d.Flag, d.Source = flag,
				source
		})
	}
	flag := func(name string) func(*setting.Doc) { return func(d *setting.Doc) { d.Flag = name } }
	certificate := func(name string) func(*setting.Doc) {
		return func(d *setting.Doc) { d.Flag, d.Sole = name, true }
	}
	return setting.Table[Config]{
		setting.Choice("search", "the order in which states are explored",
			func(c *Config) *string { return &c.Search },
			setting.Value{Name: "dfs", Summary: "depth first"},
			setting.Value{Name: "bfs", Summary: "breadth first: short traces"},
			setting.Value{Name: "random", Summary: "at random, the same in each run"}).With(flag("search")),
		setting.Choice("store", "how data is kept", func(c *Config) *string { return &c.Store },
			setting.Value{Name: "sliced", Summary: "parts that share no symbol"},
			setting.Value{Name: "whole", Summary: "one formula"}).
			With(func(d *setting.Doc) { d.Flag, d.Source = "store", symdivine+", section 3.1" }),
		setting.Choice("state-match", "when a state is known", func(c *Config) *string { return &c.Match },
			setting.Value{Name: "subsume", Summary: "its values were visited, perhaps with more"},
			setting.Value{Name: "equal", Summary: "just its values were visited"},
			setting.Value{Name: "none", Summary: "never"}).With(flag("state-match")),
		setting.Number("workers", "so many goroutines explore states", "1",
			func(c *Config) *int { return &c.Workers }).
			With(flag("workers")),
		setting.Number("max-states", "give up when there are more states than this", "no bound",
			func(c *Config) *int { return &c.MaxStates }).With(flag("max-states")),
		setting.Text("certify", "check the invariant behind \"true\" without the search that found it, by "+
			"native, the built-in solver, "+
			"or another solver: z3", "solver", "no check",
			func(c *Config) *string { return &c.CertifyBy }).With(certificate("certify")),
		setting.Text("certificate", "write this invariant as SMT-LIB definitions; implies certify=native",
			"file", "none",
			func(c *Config) *string { return &c.Certificate }).With(certificate("certificate")),
		off("query-cache", "no-query-cache", symdivine+", section 3",
			"questions about states are remembered", func(c *Config) *bool { return &c.NoCache }),
		setting.Text("cache-dir", "keep answers to questions about states for later runs on the same program",
			"folder",
			"they are not kept", func(c *Config) *string { return &c.CacheDir }).With(flag("cache-dir")),
		off("model-reuse", "no-model-reuse", "",
			"a question about states may be answered by a model of an earlier one",
			func(c *Config) *bool { return &c.NoModels }),
		off("partial-order", "no-partial-order-reduction", "",
			"steps that commute with all that other threads can still do are not interleaved",
			func(c *Config) *bool { return &c.NoPartialOrder }),
		off("sections", "no-section-reduction", "",
			"atomic sections, and what is done while a lock is held, are not interleaved where no other "+
				"thread could tell",
			func(c *Config) *bool { return &c.NoSections }),
		off("waking", "no-wake-reduction", "",
			"a thread that has stopped because of what others might do goes on with the step of the one "+
				"that made it possible",
			func(c *Config) *bool { return &c.NoWake }),
		off("elements", "no-element-reduction", "",
			"accesses to different elements of an array do not conflict",
			func(c *Config) *bool { return &c.NoElements }),
		off("joins", "no-join-reduction", "",
			"a thread that joins others goes on when all have ended, in whatever order",
			func(c *Config) *bool { return &c.NoJoins }),
		off("symmetry", "no-symmetry", "",
			"states that differ only in the numbers of their threads are one",
			func(c *Config) *bool { return &c.NoSymmetry }),
		off("tau", "no-tau-reduction", symdivine,
			"a step goes on to the next access to memory that others can see",
			func(c *Config) *bool { return &c.NoTau }),
	}
}
