package bmc

import "whittle.dev/internal/engine/setting"

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	off := func(name, flag, summary string, field func(*Config) *bool) setting.Setting[Config] {
		return setting.Switch(name, summary, field).With(func(d *setting.Doc) { d.Flag = flag })
	}
	return setting.Table[Config]{
		setting.Words(setting.Doc{Name: "projection", Flag: "projection",
			Summary: "which steps are looked at",
			Source:  "PBMC: Symbolic Program Slicing for Program Verification, section 4",
			Values: []setting.Value{
				{Name: "cone", Summary: "those on which something that is asked may depend"},
				{Name: "none", Summary: "all of them, in all threads that are created"}}},
			func(c *Config, v string) { c.NoProjection = v == "none" }),
		off("intervals", "no-intervals", "look for intervals of values that exclude every violation first",
			func(c *Config) *bool { return &c.NoIntervals }),
		off("values", "no-values", "intervals of values and bounds on counters decide questions before the "+
			"solver does",
			func(c *Config) *bool { return &c.NoValues }),
		off("spin-reduction", "no-spin-reduction", "iterations of waiting loops that change nothing are "+
			"dropped",
			func(c *Config) *bool { return &c.NoSpinReduction }),
		off("loop-bounds", "no-loop-bounds", "each loop, recursion and creation of threads has a bound of "+
			"its own",
			func(c *Config) *bool { return &c.NoLoopBounds }),
		off("summaries", "no-summaries",
			"loops whose bound is reached are tried with a summary of all their "+
				"iterations",
			func(c *Config) *bool { return &c.NoSummaries }),
		off("premise", "", "what the ways to all violations require is assumed at once",
			func(c *Config) *bool { return &c.NoPremise }),
		off("locked-reads", "", "reads under a lock that guards a place see what the thread has left there",
			func(c *Config) *bool { return &c.NoLockedReads }),
		off("critical-sections", "", "of another thread's critical section a read sees only what it leaves",
			func(c *Config) *bool { return &c.NoCriticalSections }),
		off("section-order", "", "critical sections of a lock are ordered as wholes",
			func(c *Config) *bool { return &c.NoSectionOrder }),
		off("locked-pairs", "", "no race is looked for between accesses by holders of the same lock",
			func(c *Config) *bool { return &c.NoLockedPairs }),
		off("distinct-stores", "", "a store at an unknown address leaves what is known of places that it "+
			"cannot be to",
			func(c *Config) *bool { return &c.NoDistinctStores }),
		off("soft-addresses", "", "addresses are guessed to be aligned, until one is found that is not",
			func(c *Config) *bool { return &c.NoSoftAddresses }),
		off("silent-stores", "", "a store of what its thread knows to stand there is no event",
			func(c *Config) *bool { return &c.NoSilentStores }),
		off("retakes", "", "a thread that waits does not look again before something has changed for it",
			func(c *Config) *bool { return &c.NoRetakes }),
		off("any-reads", "",
			"where invalid reads are possible, the property is tried with any values for them",
			func(c *Config) *bool { return &c.NoAnyReads }),
		setting.Number("jobs", "so many goroutines share a hard question, each with a solver of its own", "1",
			func(c *Config) *int { return &c.Jobs }),
		off("symmetry", "", "of executions that differ only in which of several equal threads does what "+
			"one is looked at",
			func(c *Config) *bool { return &c.NoSymmetry }),
	}
}
