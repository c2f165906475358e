package config

import (
	"whittle.dev/internal/frontend/c/dialect"
	"whittle.dev/internal/frontend/c/layout"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/property"
)

// DataModel says how wide C's basic types are.
type DataModel = layout.Model

// The data models.
const (
	LP64  = layout.LP64
	ILP32 = layout.ILP32
)

// Unit is an input file with settings of its own.
type Unit = parse.Input

// Config says what to load and how.
type Config struct {
	// Files are the C files of the program (.c or preprocessed .i). They are
	// compiled separately and linked by name.
	Files []string
	// Units are further files, with settings of their own. There is at least one file or unit.
	Units []Unit
	// DataModel is LP64 unless set.
	DataModel DataModel
	// Include lists directories for #include, searched before the embedded headers.
	Include []string
	// Defines lists macros, "NAME" or "NAME=VALUE". They apply to every file.
	Defines []string
	// ForceIncludes lists files that are included before every input file.
	ForceIncludes []string
	// Dialect says of which tools the program may use words that it does not declare.
	Dialect dialect.Dialect
	// Property is the property that will be checked, in the words of package property ("unreach-call",
	// "no-overflow", ...), or the conjunction of several. The lowering of condition variables and of the
	// checks depends on it. In a program for several, what an execution does after a violation of one is
	// there as well, see pass.Without.
	Property property.Property
	// ErrorLabel is a label that violates unreach-call when it is reached; empty when there is none.
	ErrorLabel string
	// Entry is the function of the initial thread; "main" when empty.
	Entry string
	// EntryPointers says where the pointers among the parameters of Entry lead.
	EntryPointers EntryPointers
	// Replace names functions that may have several definitions: the first one that stands in a file of the
	// program itself counts, in all files, whether it is static or not; else the first in a header.
	Replace []string
	// RemoveBody names functions whose definitions are taken away.
	RemoveBody []string
	// MayFail says which calls may fail that need memory, or something else that may be lacking.
	MayFail Failing
	// ExternWrites makes functions without a definition write anything to what their pointer arguments point
	// to.
	ExternWrites bool
	// StrictMembers makes an access that leads out of an array inside of an object an invalid one. Else it is
	// undefined behaviour of the kind property.SubObject.
	StrictMembers bool
	// StrictCalls makes a call of a function whose type is represented in the same way as that through which
	// it is called, but is another one, undefined behaviour as well.
	StrictCalls bool
	// Args are the arguments of main, the name of the program first; nil: they are inputs.
	Args []string
	// Volatile says what accesses through volatile lvalues are.
	Volatile VolatileMeaning
	// Tests makes each operand of a condition a branch of its own, with cfa.Edge.Test, for measures of
	// coverage.
	Tests bool
	// Propositions are what an observer looks at, see cfa.Observer; none: there is no observer.
	Propositions []Proposition
	// Monitor watches the program; nil: none.
	Monitor *probe.Monitor
	// Read returns the content of a file; os.ReadFile when nil. The error for
	// a missing file must satisfy errors.Is(err, fs.ErrNotExist).
	Read func(name string) ([]byte, error)

	// Whole has everything parsed, needed or not, which costs time.
	Whole bool
}

// VolatileMeaning says what accesses through volatile lvalues are for data races.
type VolatileMeaning uint8

// The meanings.
const (
	// VolatileDisputed: C lets them race like others, kernels and many programs with their own locks do not.
	// The program says which accesses they are, and a verdict must be right for both.
	VolatileDisputed VolatileMeaning = iota
	// VolatileRaces: they are plain accesses (C11, 5.1.2.4).
	VolatileRaces
	// VolatileAtomic: they are relaxed atomic ones.
	VolatileAtomic
)

// EntryName is the function of the initial thread.
func (c *Config) EntryName() string {
	if c.Entry == "" {
		return "main"
	}
	return c.Entry
}

// Parsing says what of the configuration the parser needs. The texts that plan puts into files are to be
// added.
func (c *Config) Parsing() parse.Config {
	var inputs []Unit
	for _, f := range c.Files {
		inputs = append(inputs, Unit{File: f})
	}
	return parse.Config{
		Inputs:        append(inputs, c.Units...),
		Model:         c.DataModel,
		Include:       c.Include,
		Defines:       c.Defines,
		ForceIncludes: c.ForceIncludes,
		Dialect:       c.Dialect,
		Needs:         c.needs(),
		Args:          c.Args,
		Read:          c.Read,
		Whole:         c.Whole,
	}
}

// needs says what decides on the forms of library models.
func (c *Config) needs() library.Needs {
	return library.Needs{Property: c.Property, Entry: c.EntryName(), MayFail: c.MayFail == AllFail,
		AnyArguments: c.Args == nil}
}

// Dialect is the tool for which a program was written, of whose words it need not declare any.
type Dialect = dialect.Dialect

// TellsVolatile reports whether it matters which accesses are volatile.
func (c *Config) TellsVolatile() bool {
	return c.Volatile == VolatileAtomic ||
		c.Volatile == VolatileDisputed && c.Property.Covers(property.NoDataRace)
}
