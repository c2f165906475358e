package pdr

import (
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/engine/setting"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero Config is the default.
type Config struct {
	// Predicates says what the clauses of frames consist of; empty: Auto.
	Predicates string
	// NoGeneralise blocks cubes as they are, NoCTG blocks no counterexamples to generalisation, and NoLift
	// keeps all literals of obligations.
	NoGeneralise, NoCTG, NoLift bool
	// NoInduction leaves out the first step, induction over a few steps.
	NoInduction bool
	// Depth is the length of the paths of the first step, with as many more conflicts for each question; 0: a
	// few.
	Depth int
	// Integers reads words as integers first.
	Integers bool
	// Refine says where predicates and lemmas come from; its Solver is not used.
	Refine refine.Config
	// Wrap puts something around each solver, a decorator that records what is asked for example; st is the
	// store of its terms. nil: nothing.
	Wrap func(st *term.Store, s smt.Solver) smt.Solver
	// Solver makes a solver; nil: package smt/native.
	Solver func(st *term.Store) smt.Solver
}

// What clauses consist of.
const (
	Auto  = "auto"
	Bits  = "bits"
	Atoms = "atoms"
)

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	const (
		ctg       = "Hassan, Bradley, Somenzi: Better Generalization in IC3, FMCAD 2013"
		lift      = "Chockler et al.: Incremental Formal Verification of Hardware, FMCAD 2011"
		induction = "Sheeran, Singh, Stålmarck: Checking Safety Properties Using Induction and a " +
			"SAT-Solver, FMCAD 2000"
		ic3 = "Bradley: SAT-Based Model Checking without Unrolling, VMCAI 2011"
	)
	from := func(source string) func(*setting.Doc) {
		return func(d *setting.Doc) { d.Source, d.Sole = source, true }
	}
	table := setting.Table[Config]{
		setting.Choice("predicates", "what clauses consist of",
			func(c *Config) *string { return &c.Predicates },
			setting.Value{Name: Auto, Summary: "bits if no variable is wider than a few, else atoms"},
			setting.Value{Name: Bits, Summary: "the bits of the state, as in the first IC3"},
			setting.Value{Name: Atoms, Summary: "conditions that refinement finds"}).With(from(ic3)),
		setting.Switch("generalise", "literals that a clause does not need are left out of it",
			func(c *Config) *bool { return &c.NoGeneralise }).With(from(ic3)),
		setting.Switch("ctg", "states in the way of generalisation are blocked if they are not reached",
			func(c *Config) *bool { return &c.NoCTG }).With(from(ctg)),
		setting.Switch("lift", "predicates that a step does not depend on are left out of obligations",
			func(c *Config) *bool { return &c.NoLift }).With(from(lift)),
		setting.Enable("integers", "words are read as integers first, and the invariant as one of words",
			Config{}, func(c *Config) *bool { return &c.Integers }).With(from("")),
		setting.Switch("induction", "paths of a few steps first, and induction over them",
			func(c *Config) *bool { return &c.NoInduction }).With(from(induction)),
	}
	for _, t := range refine.Settings(func(c *Config) *refine.Config { return &c.Refine }) {
		table = append(table, t.With(func(d *setting.Doc) { d.Sole = true }))
	}
	return table
}
