package cpa

import (
	"cmp"
	"fmt"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/certify"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/cpa/interval"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero Config is the default.
type Config struct {
	// Analysis is a ready configuration, one of Analyses; empty: the first one.
	Analysis string
	// Block says where blocks end: one of Blocks; BlockSteps ends them after so many steps too, 0: it does
	// not.
	Block      string
	BlockSteps int
	// Merge is one of Merges: which states within a block become one.
	Merge string
	// Simplify is one of Simplifications: what becomes of the formulas that merges make.
	Simplify string
	// Abstraction is one of Abstractions: how predicates are combined.
	Abstraction string
	// Order is one of Orders: which state is explored next.
	Order string
	// IntervalDelay is how many turns of a loop are told apart before ranges are widened, 0: a default.
	// IntervalMerge joins states that differ in ranges only.
	IntervalDelay int
	IntervalMerge bool
	// LoopBound is how often a thread goes round one loop, at most, where no block ends; 0: no bound.
	LoopBound int
	// NoLazyValues follows all values from the beginning, not those only that a spurious path needed.
	NoLazyValues bool
	// NoRanges says nothing of variables with too many values to be followed; predicates do all the same.
	NoRanges bool
	// NoExact leaves out the explorations that do not abstract; it has no effect on the analysis bmc.
	NoExact bool
	// NoPartialOrder, NoSections, NoElements, NoWake, NoJoins, NoSymmetry and NoTau turn reductions of
	// package multistate off.
	NoPartialOrder, NoSections, NoElements, NoWake, NoJoins, NoSymmetry, NoTau bool
	// NoCrowds tells threads apart that are at the same place, however many there are.
	NoCrowds bool
	// MaxStates bounds the states that are made; beyond it the answer is unknown. 0: no bound.
	MaxStates int
	// PrecisionIn is a file with predicates and followed variables to begin with, PrecisionOut one that gets
	// those at the end; empty: none.
	PrecisionIn, PrecisionOut string
	// CertifyBy is the solver that checks the invariant of a program that holds, found by a search without
	// reductions among interleavings: "native" or an SMT-LIB solver; Certificate is a file that the invariant
	// is written to. What uses the engine makes Certify of them.
	CertifyBy, Certificate string
	Certify                *certify.Config
	// NoConfirm leaves out the check of a proof that was not asked for.
	NoConfirm bool
	// Refine says which sources of predicates are off.
	Refine refine.Config
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// The values of settings, the default first.
var (
	Analyses = []string{"predicate+value", "predicate", "value", "interval", "value+interval",
		"predicate+interval", "bdd", "bmc", "bmc+simplify"}
	Blocks          = []string{"loops", "functions", "steps"}
	Merges          = []string{"none", "constants", "any"}
	Simplifications = []string{"none", "merges", "formulas"}
	Abstractions    = []string{"boolean", "cartesian"}
	Orders          = []string{"turns", "dfs", "bfs", "switches"}
)

// emptinessConflicts bounds the effort for one question whether a state has values.
const emptinessConflicts = 200_000

// maxValues is how many values an address may have in one state before it is followed explicitly.
const maxValues = 16

// steps is the configuration of the stepper.
func (c *Config) steps() multistate.Config {
	steps := multistate.Config{NoIndependence: c.NoPartialOrder, NoSections: c.NoSections,
		NoElements: c.NoElements, NoWake: c.NoWake, NoJoins: c.NoJoins, NoSymmetry: c.NoSymmetry,
		NoTau: c.NoTau, Factor: c.factor(), MaxValues: maxValues, Conflicts: emptinessConflicts, Wrap: c.Wrap}
	if c.Certify != nil {
		return steps.Unreduced()
	}
	return steps
}

// parts says what a ready configuration consists of.
type parts struct{ predicate, value, interval, bdd, bmc, simplify bool }

func (c *Config) parts() (parts, error) {
	name := c.Analysis
	if name == "" {
		name = Analyses[0]
	}
	var p parts
	for _, part := range strings.Split(name, "+") {
		switch part {
		case "predicate":
			p.predicate = true
		case "value":
			p.value = true
		case "bdd":
			p.bdd = true
		case "bmc":
			p.bmc = true
		case "simplify":
			p.simplify = true
		case "interval":
			p.interval = true
		default:
			return p, fmt.Errorf("unknown analysis %q (known: %s)", name, strings.Join(Analyses, ", "))
		}
	}
	return p, nil
}

// block says where blocks end.
func (c *Config) block() composite.Block {
	b := composite.Block{Steps: c.BlockSteps}
	switch p, _ := c.parts(); {
	case p.bmc:
		return composite.Block{Never: true}
	case p.bdd && c.Block == "":
		b.Steps = 1 // states are merged where a block ends
	}
	switch c.Block {
	case "steps":
		b.Steps = 1
	case "functions":
		b.Functions = true
	}
	return b
}

// merge says which states within a block become one.
func (c *Config) merge() composite.Merge {
	name := c.Merge
	if c.Certify != nil {
		return composite.NoData
	}
	if p, _ := c.parts(); p.simplify && name == "" {
		name = "any"
	}
	switch name {
	case "constants":
		return composite.SameConstants
	case "any":
		return composite.AnyData
	}
	return composite.NoData
}

// factor says where formulas are simplified.
func (c *Config) factor() multistate.Factor {
	name := c.Simplify
	if p, _ := c.parts(); p.simplify && name == "" {
		name = "formulas"
	}
	switch name {
	case "merges":
		return multistate.FactorJoins
	case "formulas":
		return multistate.FactorFormulas
	}
	return multistate.FactorNothing
}

// intervalDelay is how many turns of a loop are told apart by default before ranges are widened.
const intervalDelay = 3

// interval is the configuration of the domain of ranges.
func (c *Config) interval(p *cfa.Program) interval.Config {
	return interval.Config{Delay: cmp.Or(c.IntervalDelay, intervalDelay), Merge: c.IntervalMerge,
		Thresholds: thresholds(p)}
}

// fewTurns is how often threads go round loops at most while not all of them run. A loop that starts
// thousands of threads that never run takes some dozens of turns, since steps have a length.
const fewTurns = 256

// turns is how often a thread may go round one loop; 0: that does not matter.
func (c *Config) turns(all bool) int {
	p, _ := c.parts()
	switch {
	case !p.bmc:
		return 0
	case all:
		return c.LoopBound
	}
	return min(fewTurns, cmp.Or(c.LoopBound, fewTurns))
}
