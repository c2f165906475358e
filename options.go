package whittle

import (
	"io"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/source"
)

// Options say how a task is solved. The zero Options are the defaults, with
// no limits.
type Options struct {
	// Engine is the name of the engine; empty: the default one, "auto", which runs the others side
	// by side. What belongs to one engine has no influence on others. Engines lists the names.
	Engine string
	// Encoding is that of the engine bmc: "events", which is the default, or "steps".
	Encoding string
	// Depth is the number of steps of the longest paths of the encoding "steps"; 0: deepen
	// until there is an answer.
	Depth int
	// Without are improvements of the encoding "steps" that are switched off; "all": the
	// encoding as published. StepImprovements lists the names.
	Without []string
	// With are those that are switched on although they are not by default.
	With []string
	// Store is how the engine ceds keeps the data of a state: "sliced" (default), as parts
	// that share no symbol, or "whole", as one formula.
	Store string
	// StateMatch says when a state of the engine ceds is known: "subsume" (default), "equal" or "none".
	StateMatch string
	// Search is the order in which the engine ceds explores states: "dfs" (default), "bfs" or "random".
	Search string
	// Workers is how many goroutines of the engine ceds explore; 0 is one. With several, the numbers of states and
	// the trace of a violation may differ from run to run.
	Workers int
	// NoQueryCache makes the engine ceds ask each question about states anew.
	NoQueryCache bool
	// CacheDir is a folder in which the engine ceds keeps answers to its questions for later runs
	// of the same program; empty: they are not kept. It is made if there is none. Not together with NoQueryCache.
	CacheDir string
	// NoModelReuse makes the engine ceds answer no question about states by a model of an earlier one.
	NoModelReuse bool
	// NoPartialOrder makes the engine ceds interleave steps that commute with all that other
	// threads can still do.
	NoPartialOrder bool
	// NoSectionReduction makes the engine ceds interleave atomic sections, and what is done in the scope of a lock, as if others could tell.
	NoSectionReduction bool
	// NoWakeReduction makes the engine ceds interleave an operation with steps of others although nothing that conflicts with it is left to do.
	NoWakeReduction bool
	// NoElementReduction makes the engine ceds take accesses to different elements of an array to conflict.
	NoElementReduction bool
	// NoJoinReduction makes the end of each thread that another one waits for a step of the latter, in the engine ceds.
	NoJoinReduction bool
	// NoSymmetry makes the engine ceds tell states apart that differ only in the numbers of their threads.
	NoSymmetry bool
	// NoTau makes the engine ceds end a step at each access to memory and at each head of a loop.
	NoTau bool
	// Certify has the engine ceds check the invariant behind "holds": "native" by the solver that is built in,
	// else by the SMT-LIB solver of this name or command line; empty: no check.
	Certify string
	// Certificate is a file that this invariant is written to; if Certify is empty it is "native" then.
	Certificate string
	// MaxStates bounds the states of the engine ceds; 0: no bound.
	MaxStates int
	// Timeout is the wall time after which the answer is unknown; 0: none.
	Timeout time.Duration
	// Memory is the budget in bytes of the whole process; 0: none. While a
	// Check with a budget runs, the garbage collector's soft limit is set.
	Memory uint64
	// MaxUnwind bounds loops and recursion; 0: no bound.
	MaxUnwind int
	// NoSpinReduction switches off that iterations of waiting loops that
	// changed nothing are dropped.
	NoSpinReduction bool
	// NoLoopBounds switches off that each loop, recursion and creation of threads has
	// a bound of its own, which grows when it is reached.
	NoLoopBounds bool
	// NoIntervals switches off that intervals of the values of all variables
	// are looked for that exclude every violation.
	NoIntervals bool
	// NoValues switches off that intervals of the values of reads, and bounds on
	// counters, decide questions at each bound before a solver is asked.
	NoValues bool
	// NoProjection switches off that events on which no goal depends are left
	// out of the encoding.
	NoProjection bool
	// ExactProjection looks only at executions in which each step is needed for
	// what is asked. Not together with NoProjection.
	ExactProjection bool
	// NoMinimise leaves the trace of a violation as the engine found it.
	NoMinimise bool
	// DumpSMT2 is a folder that each question to the solver of the engine bmc, or about a certificate, is written to, as an
	// SMT-LIB 2 script; empty: none. It must hold no scripts of an earlier run.
	DumpSMT2 string
	// Audit checks each answer of the solver again. A wrong one is an internal error.
	Audit bool
	// BugDir is where descriptions of internal errors are written; empty: the
	// folder for temporary files.
	BugDir string
	// Explain has engines tell what a report shows beyond the answer: Result.Evidence, and how their numbers went.
	Explain bool
	// Events receives progress; nil: nobody listens. It may be called from
	// another goroutine than the caller's, one call at a time.
	Events func(Event)

	// with replaces the engine, in tests.
	with engine.Engine
	// scarce receives a value when the memory is nearly used up; nil: nobody wants to know.
	scarce chan struct{}
}

// Event is a sign of progress.
type Event = engine.Event

// Outcome is the answer to a task.
type Outcome struct {
	Verdict property.Verdict
	// Property is what was checked.
	Property property.Property
	// Result is what the engine says; its trace is the replayed one.
	Result    engine.Result
	Engine    string
	DataModel string
	Inputs    []string
	Elapsed   time.Duration
	Stats     []engine.Stat
	// Expected is the verdict that the task definition expects; its kind is
	// Unknown when there is none.
	Expected property.Verdict
	// BugReport is the file that describes an internal error, or empty.
	BugReport string
	Files     *source.Files
	// Diagnostics are the warnings about the program.
	Diagnostics *source.Diagnostics
	// Warnings are those about the run, such as files that could not be used.
	Warnings []string

	// history is how numbers went, if Options.Explain is set.
	history []engine.Series
	// prog is the program as lowered, for outputs that show it; nil: there is none. Its term store is frozen.
	prog *cfa.Program
	// task is what was checked.
	task resolved
}

// ReportOptions say how an Outcome is printed.
type ReportOptions = report.Options

// WriteText prints the outcome for people. The last line is the verdict.
func (o Outcome) WriteText(w io.Writer, opt ReportOptions) error {
	return report.Text(w, o.summary(), opt)
}

// WriteJSONError prints, as one JSON object with the verdict unknown, that there is no outcome because of err. diags are the
// messages about the program, or nil.
func WriteJSONError(w io.Writer, diags *source.Diagnostics, err error) error {
	return report.JSONError(w, diags, err)
}

// WriteJSON prints the outcome as one JSON object.
func (o Outcome) WriteJSON(w io.Writer) error { return report.JSON(w, o.summary()) }

func (o Outcome) summary() report.Summary {
	return report.Summary{Property: o.Property, Engine: o.Engine, DataModel: o.DataModel, Inputs: o.Inputs, Result: o.Result,
		Files: o.Files, Elapsed: o.Elapsed, Stats: o.Stats, Expected: o.Expected, BugReport: o.BugReport, Diagnostics: o.Diagnostics}
}
