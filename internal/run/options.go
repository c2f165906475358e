package run

import (
	"context"
	"io"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/limits"
	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/run/panel"
	"whittle.dev/internal/run/plan"
	"whittle.dev/internal/run/settle"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/internal/verdicts"
)

// Task is a question: a program, and what to check about it. Settled is one in which nothing is left open.
type (
	Task    = settle.Task
	Settled = settle.Settled
)

// InputError is an error of the user.
type InputError = settle.InputError

// Errorf makes an InputError.
func Errorf(format string, args ...any) error { return settle.Errorf(format, args...) }

// AllFail is the word of Task.MayFail for all calls that need memory or create threads.
const AllFail = settle.AllFail

// Options say how a task is solved. The zero Options are the defaults, with no limits.
type Options struct {
	// Engine is the name of the engine; empty: the default one, "auto", which runs the others side
	// by side. Engines lists the names.
	Engine string
	// Set are settings of engines, as "bmc.projection" = "none". EngineInfos lists them. Those of engines
	// that do not run have no influence.
	Set map[string]string
	// Timeout is the wall time after which the answer is unknown; 0: none.
	Timeout time.Duration
	// Memory is the budget in bytes of the whole process; 0: none. While a
	// Check with a budget runs, the garbage collector's soft limit is set.
	Memory uint64
	// MaxUnwind bounds loops and recursion in engines that unwind them; 0: no bound.
	MaxUnwind int
	// NoMinimise leaves the trace of a violation as the engine found it.
	NoMinimise bool
	// DumpSMT2 is a folder that each question to the solver of an engine that unwinds, or about a
	// certificate, is written to, as an SMT-LIB 2 script; empty: none. It must hold no scripts of an earlier
	// run.
	DumpSMT2 string
	// Audit checks each answer of the solver again. A wrong one is an internal error.
	Audit bool
	// BugDir is where descriptions of internal errors are written; empty: the folder for temporary files.
	BugDir string
	// Explain has engines tell what a report shows beyond the answer: Result.Evidence, and how their numbers
	// went.
	Explain bool
	// Answers are shared with runs elsewhere: those to questions of the engine ceds. AnswersKey
	// authenticates them to others who have it. nil: they are not shared.
	Answers    panel.Answers
	AnswersKey []byte
	// Helpers share hard questions of the engine bmc, and try strategies of others, see package contest; nil:
	// there are none. Lead makes the engine one that helps another run.
	Helpers panel.Helpers
	Lead    func(ctx context.Context, message []byte) ([]byte, error)
	// Verdicts keeps what runs find out about programs, for later ones that ask the same; nil: nothing is
	// kept.
	Verdicts *verdicts.Store
	// Last says that the process ends after the run: what the run sets of the collector need not be undone.
	Last bool
	// First ends a run about several properties with the first violation that is found.
	First bool
	// KeepGoing looks for violations of the others of several properties for the whole time, and not only
	// for about as long as the first violation took.
	KeepGoing bool
	// Events receives progress; nil: not wanted. It may be called from
	// another goroutine than the caller's, one call at a time.
	Events func(Event)

	// with replaces the engine, in tests.
	with engine.Engine
	// work is how much engines may do in the run; 0: no limit.
	work plan.Work
	// system: the task is about a transition system.
	system bool
	// eager has helpers called at once.
	eager bool
	// scarce receives a value when the memory is nearly used up; nil: not wanted.
	scarce chan struct{}
}

// Answers is a store of answers that runs on several machines have in common.
type Answers = panel.Answers

// Helpers find others elsewhere that help with a question.
type Helpers = panel.Helpers

// forPanel says how the engines of a run are made.
func (o Options) forPanel() panel.Options {
	return panel.Options{Engine: o.Engine, Set: o.Set, MaxUnwind: o.MaxUnwind, DumpSMT2: o.DumpSMT2,
		Audit: o.Audit, Answers: o.Answers, AnswersKey: o.AnswersKey, Helpers: o.Helpers, Lead: o.Lead,
		Eager: o.eager, System: o.system, With: o.with}
}

// limits are those of the run.
func (o Options) limits() limits.Limits {
	return limits.Limits{Timeout: o.Timeout, Memory: o.Memory, Scarce: o.scarce, Last: o.Last}
}

// Event is a sign of progress.
type Event = engine.Event

// Outcome is the answer to a task.
type Outcome struct {
	Verdict property.Verdict
	// Property is what was checked.
	Property property.Property
	// Result is what the engine says; its trace is the replayed one.
	Result engine.Result
	Engine string
	// Settings are Options.Set.
	Settings  map[string]string
	DataModel string
	Inputs    []string
	Elapsed   time.Duration
	Stats     []engine.Stat
	// Expected is the verdict that the task definition expects; its kind is Unknown when there is none.
	Expected property.Verdict
	// Premises are what the proofs among the answers take for granted; nil if there is no proof.
	Premises []engine.Premise
	// BugReport is the file that describes an internal error, or empty.
	BugReport string
	Files     *source.Files
	// Diagnostics are the warnings about the program.
	Diagnostics *source.Diagnostics
	// Warnings are those about the run, such as files that could not be used.
	Warnings []string

	// Several are the answers about each property if several were asked, in the order in which the first
	// violation is the answer to the whole: else the first that is open, else the first proof. The other
	// fields are those of that one.
	Several []Outcome

	// history is how numbers went, if Options.Explain is set.
	history []engine.Series
	// joint is the program for several properties that the answer is about, if it is one of several; nil:
	// prog is the program for this one alone.
	joint *cfa.Program
	// prog is the program as lowered, for outputs that show it; nil: there is none. Its term store is
	// frozen.
	prog *cfa.Program
	// system is what was checked if it is no program. Its store is frozen.
	system *transition.System
	// work is what engines have done.
	work plan.Work
	// passed are the calls on the way to a violation that are not supported.
	passed []engine.Premise
	// task is what was checked.
	task Settled
	// instead is what was asked in place of the task; nil: the task.
	instead *Settled
}

// ReportOptions say how an Outcome is printed.
type ReportOptions = report.Options

// WriteText prints the outcome for people. The last line is the verdict.
func (o Outcome) WriteText(w io.Writer, opt ReportOptions) error {
	return report.Text(w, o.summary(), opt)
}

// WriteExecution prints the trace of a violation alone, without what is said about the verdict.
func (o Outcome) WriteExecution(w io.Writer, opt ReportOptions) error {
	return report.Execution(w, o.summary(), opt)
}

// WriteJSONError prints, as one JSON object with the verdict unknown, that there is no outcome because of
// err. diags are the messages about the program, or nil.
func WriteJSONError(w io.Writer, diags *source.Diagnostics, err error) error {
	return report.JSONError(w, diags, err)
}

// WriteJSON prints the outcome as one JSON object.
func (o Outcome) WriteJSON(w io.Writer) error { return report.JSON(w, o.summary()) }

func (o Outcome) summary() report.Summary {
	var several []report.Summary
	for _, p := range o.Several {
		several = append(several, p.summary())
	}
	return report.Summary{Several: several, Property: o.Property, Engine: o.Engine, Settings: o.Settings,
		DataModel: o.DataModel, Inputs: o.Inputs, Result: o.Result,
		Files: o.Files, Elapsed: o.Elapsed, Stats: o.Stats, Expected: o.Expected, BugReport: o.BugReport,
		Diagnostics: o.Diagnostics, System: o.system, Taken: o.Premises, Strict: o.task.StrictFlags}
}

// Assumes are Premises in words.
func (o Outcome) Assumes() []report.PremiseText { return o.summary().Premises() }

// SortByBaseline splits the violated properties into those that the answer of an earlier run has, and
// others.
func (o Outcome) SortByBaseline(earlier Baseline) (known, fresh []string) {
	return earlier.Sort(o.summary())
}

// Baseline has the violations of an earlier run.
type Baseline = report.Baseline

// ReadBaseline reads the answer of an earlier run, in JSON or SARIF.
func ReadBaseline(r io.Reader) (Baseline, error) { return report.ReadBaseline(r) }

// Remarks are the notes of the result in words.
func (o Outcome) Remarks() []report.Remark { return o.summary().Remarks() }

// Path is the violation of a transition system for programs; nil: there is none.
func (o Outcome) Path() *report.NamedPath { return o.summary().Path() }

// Dialects lists the values that Task.Dialect can have.
func Dialects() []string { return settle.Dialects() }
