package slab

import (
	"whittle.dev/internal/engine/setting"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero value is the recommended configuration.
type Config struct {
	// These switch off operations of the paper. Inconsistent transitions and nodes are then removed from
	// error paths only, and nodes that are on no error path stay in the abstraction.
	NoInconsistentTransitions           bool
	NoInconsistentNodes                 bool
	NoUnreachable                       bool
	NoSimplify                          bool
	NoLoops                             bool
	NoBypass                            bool
	NoLabels                            bool
	NoDisjuncts                         bool
	NoExclusion                         bool
	NoLastSteps, NoRelevance, NoLasting bool
	NoClauses                           bool
	// These switch off what makes the same steps faster, or chooses among predicates.
	NoCores, NoModels, NoMemo, NoFragment, NoReuse, NoAtoms, NoSymmetry bool
	// Counters is "explicit" or empty: what becomes of program counters.
	Counters string
	// Window and Strength choose one strategy; empty: several, by turns.
	Window, Strength string
	// Solver makes the general solver; nil: smt/native. Wrap puts something around each.
	Solver func(*term.Store) smt.Solver
	Wrap   func(*term.Store, smt.Solver) smt.Solver
}

// paper is the source of what the paper has, by section.
func paper(section string) string { return "Slicing Abstractions, section " + section }

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	off := func(name, section, summary string, field func(*Config) *bool) setting.Setting[Config] {
		return setting.Switch(name, summary, field).With(func(d *setting.Doc) {
			d.Sole = true
			if section != "" {
				d.Source = paper(section)
			}
		})
	}
	choice := func(name, summary string, field func(*Config) *string,
		values ...setting.Value) setting.Setting[Config] {
		values = append([]setting.Value{{Name: "turns", Summary: "several strategies by turns"}}, values...)
		return setting.Choice(name, summary, field, values...).With(func(d *setting.Doc) {
			d.Sole, d.Source = true, paper("6.2")
		})
	}
	return setting.Table[Config]{
		off("inconsistent-transitions", "5.1", "transitions that labels contradict are removed at once",
			func(c *Config) *bool { return &c.NoInconsistentTransitions }),
		off("inconsistent-nodes", "5.2", "nodes with inconsistent labels are removed at once",
			func(c *Config) *bool { return &c.NoInconsistentNodes }),
		off("unreachable-nodes", "5.2", "nodes that are on no error path are removed",
			func(c *Config) *bool { return &c.NoUnreachable }),
		off("simplify", "5.3", "assignments to variables that do not matter are dropped",
			func(c *Config) *bool { return &c.NoSimplify }),
		off("loops", "5.3", "loops at a node that change no variable that matters are removed",
			func(c *Config) *bool { return &c.NoLoops }),
		off("bypass", "5.4", "nodes are bypassed where that makes the abstraction no larger",
			func(c *Config) *bool { return &c.NoBypass }),
		off("labels", "4", "labels say that a node is not initial, and not bad",
			func(c *Config) *bool { return &c.NoLabels }),
		off("disjuncts", "", "the disjuncts of the error condition are decided one after the other",
			func(c *Config) *bool { return &c.NoDisjuncts }),
		off("exclusion", "", "labels exclude the other disjuncts, and what symmetries make of them",
			func(c *Config) *bool { return &c.NoExclusion }),
		off("clauses", "", "a relation that a condition can make true is no reason for two transitions",
			func(c *Config) *bool { return &c.NoClauses }),
		off("last-steps", "", "of last steps that are each other with other names of processes one is taken",
			func(c *Config) *bool { return &c.NoLastSteps }),
		off("relevance", "6.2", "predicates about the processes that a disjunct is about are preferred",
			func(c *Config) *bool { return &c.NoRelevance }),
		off("lasting", "", "labels have what the initial condition says about variables that never change",
			func(c *Config) *bool { return &c.NoLasting }),
		off("cores", "", "why a transition is inconsistent is remembered, and decides its copies",
			func(c *Config) *bool { return &c.NoCores }),
		off("models", "", "why a transition is consistent is remembered, and decides one of two copies",
			func(c *Config) *bool { return &c.NoModels }),
		off("sub-paths", "", "which sub-paths are concretizable is remembered",
			func(c *Config) *bool { return &c.NoMemo }),
		off("fragment", "", "equations and bounds of differences are decided without the general solver",
			func(c *Config) *bool { return &c.NoFragment }),
		off("reuse", "6.2", "predicates that nodes were split by are preferred for further nodes",
			func(c *Config) *bool { return &c.NoReuse }),
		off("atoms", "", "literals of labels and guards are tried as predicates before interpolants",
			func(c *Config) *bool { return &c.NoAtoms }),
		off("symmetry", "", "disjuncts that are others with other names of processes are decided with them",
			func(c *Config) *bool { return &c.NoSymmetry }),
		setting.Choice("counters", "how program counters are taken, about which each transition has a guard",
			func(c *Config) *string { return &c.Counters },
			setting.Value{Name: "variables", Summary: "like any other variable"},
			setting.Value{Name: "explicit", Summary: "nodes are split by them at once"}).With(
			func(d *setting.Doc) { d.Sole = true }),
		choice("window", "which minimal spurious sub-path is taken",
			func(c *Config) *string { return &c.Window },
			setting.Value{Name: "shortest", Summary: "a shortest one"},
			setting.Value{Name: "first", Summary: "the one that ends first"},
			setting.Value{Name: "last", Summary: "the one that begins last"}),
		choice("strength", "which of several predicates is taken",
			func(c *Config) *string { return &c.Strength },
			setting.Value{Name: "simple", Summary: "one with a small constant"},
			setting.Value{Name: "strong", Summary: "one near to what is reached"},
			setting.Value{Name: "weak", Summary: "one near to what the error needs"}),
	}
}
