package cpa

import (
	"fmt"

	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/engine/setting"
)

// thesis is where the analysis comes from.
const thesis = "Kolesnykov: SMT-based Model Checking of Concurrent Programs, 2020"

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	source := func(text string) func(*setting.Doc) { return func(d *setting.Doc) { d.Source = text } }
	certificate := func(name string) func(*setting.Doc) {
		return func(d *setting.Doc) { d.Flag, d.Sole = name, true }
	}
	word := func(name, summary string) setting.Value { return setting.Value{Name: name, Summary: summary} }
	table := setting.Table[Config]{
		setting.Choice("analysis", "which domains are put together",
			func(c *Config) *string { return &c.Analysis },
			word("predicate+value", "predicates, and values that a path has shown to matter"),
			word("predicate", "predicates alone"),
			word("value", "values alone"),
			word("interval", "ranges of values alone"),
			word("value+interval", "ranges, and values that a path has shown to matter"),
			word("predicate+interval", "predicates and ranges"),
			word("bdd", "sets of combinations of values, where there are few"),
			word("bmc", "no abstraction: exact values, loops up to a bound that grows"),
			word("bmc+simplify", "that, with states at the same places merged and formulas simplified")).
			With(source(thesis + ", section 4.3")),
		setting.Choice("block", "where a block ends and an abstraction is computed",
			func(c *Config) *string { return &c.Block },
			word("loops", "at the heads of loops of any thread"),
			word("functions", "there, and while a thread is where its function begins, or has ended"),
			word("steps", "after each step")).
			With(source("Beyer, Keremoglu, Wendler: Predicate Abstraction with Adjustable-Block Encoding, " +
				"FMCAD 2010")),
		setting.Number("block-steps", "a block ends after so many steps at the latest", "no bound",
			func(c *Config) *int { return &c.BlockSteps }),
		setting.Choice("merge", "which states within a block become one, with the disjunction of their paths",
			func(c *Config) *string { return &c.Merge },
			word("none", "those with the same values and conditions"),
			word("constants", "those at the same places with the same constants"),
			word("any", "those at the same places")).With(source(thesis + ", equation 2.1")),
		setting.Choice("simplify", "what becomes of the disjunctions that merges make",
			func(c *Config) *string { return &c.Simplify },
			word("none", "they stay as they are"),
			word("merges", "what both sides have in common is no part of them"),
			word("formulas", "that, and what is common deeper inside is taken out, also for the solver")).
			With(source(thesis + ", listing 3.1 and section 6.1")),
		setting.Choice("abstraction", "how predicates are combined",
			func(c *Config) *string { return &c.Abstraction },
			word("boolean", "in all ways that are possible"),
			word("cartesian", "each on its own")).With(source(thesis + ", section 2.3.2")),
		setting.Choice("order", "the order in which states are explored",
			func(c *Config) *string { return &c.Order },
			word("turns", "depth first, and few switches between threads first, in turns"),
			word("dfs", "depth first"),
			word("bfs", "breadth first: short traces"),
			word("switches", "few switches between threads first")).
			With(source("Qadeer, Rehof: Context-Bounded Model Checking of Concurrent Software, TACAS 2005")),
		setting.Number("max-states", "give up when more states than this were made", "no bound",
			func(c *Config) *int { return &c.MaxStates }),
		setting.Number("interval-delay", "turns of a loop that are told apart before ranges are widened",
			fmt.Sprint(intervalDelay), func(c *Config) *int { return &c.IntervalDelay }),
		setting.Enable("interval-merge", "states that differ in ranges only are joined", Config{},
			func(c *Config) *bool { return &c.IntervalMerge }),
		setting.Number("loop-bound",
			"a thread goes round a loop so often at most (bmc); turns in one step are one", "no bound",
			func(c *Config) *int { return &c.LoopBound }),
		setting.Text("precision-in", "begin with the predicates and followed variables in this file", "file",
			"none", func(c *Config) *string { return &c.PrecisionIn }),
		setting.Text("precision-out", "write the predicates and followed variables of the end to this file",
			"file", "none", func(c *Config) *string { return &c.PrecisionOut }),
		setting.Text("certify", "check the invariant behind \"true\" without the search that found it, by "+
			"native, the built-in solver, or another solver: z3", "solver", "no check",
			func(c *Config) *string { return &c.CertifyBy }).With(certificate("certify")),
		setting.Text("certificate", "write this invariant as SMT-LIB definitions; implies certify=native",
			"file", "none",
			func(c *Config) *string { return &c.Certificate }).With(certificate("certificate")),
		setting.Switch("confirm", "a proof is checked again, up to reductions, where that is quick",
			func(c *Config) *bool { return &c.NoConfirm }),
		setting.Switch("lazy-values", "a value is followed once a path has shown that it matters",
			func(c *Config) *bool { return &c.NoLazyValues }).
			With(source("Beyer, Löwe: Explicit-State Software Model Checking Based on CEGAR and " +
				"Interpolation, FASE 2013")),
		setting.Switch("ranges",
			"a variable with too many values to be followed is known by its range, where there are no "+
				"predicates", func(c *Config) *bool { return &c.NoRanges }).
			With(source("Beyer, Henzinger, Théoduloz: Program Analysis with Dynamic Precision Adjustment, " +
				"ASE 2008")),
		setting.Switch("exact", "explorations without abstraction, as of bmc, take turns with the others",
			func(c *Config) *bool { return &c.NoExact }),
		setting.Switch("partial-order",
			"steps that commute with all that other threads can still do are not interleaved",
			func(c *Config) *bool { return &c.NoPartialOrder }),
		setting.Switch("sections",
			"atomic sections, and what is done while a lock is held, are not interleaved where no other "+
				"thread could tell", func(c *Config) *bool { return &c.NoSections }),
		setting.Switch("waking",
			"a thread that has stopped because of what others might do goes on with the step of the one "+
				"that made it possible", func(c *Config) *bool { return &c.NoWake }),
		setting.Switch("elements", "accesses to different elements of an array do not conflict",
			func(c *Config) *bool { return &c.NoElements }),
		setting.Switch("joins", "a thread that joins others goes on when all have ended, in whatever order",
			func(c *Config) *bool { return &c.NoJoins }),
		setting.Switch("symmetry", "states that differ only in the numbers of their threads are one",
			func(c *Config) *bool { return &c.NoSymmetry }),
		setting.Switch("crowds", "in proofs it is not said how many threads are at the same place",
			func(c *Config) *bool { return &c.NoCrowds }).
			With(source("Pnueli, Xu, Zuck: Liveness with (0,1,infinity)-Counter Abstraction, CAV 2002")),
		setting.Switch("tau", "a step goes on to the next access to memory that others can see",
			func(c *Config) *bool { return &c.NoTau }),
	}
	return append(table, refine.Settings(func(c *Config) *refine.Config { return &c.Refine })...)
}
