package modular

import (
	"whittle.dev/internal/engine/setting"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Config is what users can set. The zero Config is the default.
type Config struct {
	// NoPairs and NoElement leave out views of two threads, and elements of arrays.
	NoPairs, NoElement bool
	// NoSections leaves sections under a lock in the steps that they consist of.
	NoSections bool
	// Questions bounds the questions to the solver of one search; 0: a default.
	Questions int
	// Wrap puts something around each solver; nil: nothing.
	Wrap func(*term.Store, smt.Solver) smt.Solver
}

// Settings are what users can choose.
func Settings() setting.Table[Config] {
	levels := func(d *setting.Doc) {
		d.Source = "Hoenicke, Majumdar, Podelski: Thread Modularity at Many Levels, POPL 2017"
	}
	return setting.Table[Config]{
		setting.Switch("pairs", "views of two threads, where those of one do not suffice",
			func(c *Config) *bool { return &c.NoPairs }).With(levels),
		setting.Switch("element", "one arbitrary element of an array that is accessed at computed indices",
			func(c *Config) *bool { return &c.NoElement }),
		setting.Switch("sections", "one step of a section in which no other thread interferes",
			func(c *Config) *bool { return &c.NoSections }),
		setting.Number("questions", "give up a search after so many questions to the solver", "20000",
			func(c *Config) *int { return &c.Questions }),
	}
}
