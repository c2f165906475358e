package whittle

import (
	"context"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/report"
	"whittle.dev/internal/run"
	"whittle.dev/internal/source"
	"whittle.dev/internal/version"
)

// Verdict is the answer to a task.
type Verdict string

// The verdicts.
const (
	Holds    Verdict = "true"
	Violated Verdict = "false"
	Unknown  Verdict = "unknown"
)

// Outcome is the answer to a task, with what it rests on.
type Outcome struct {
	Verdict Verdict
	// Property has the names of what was checked.
	Property []string
	// Broken is what is violated, which may be a part of Property, as valid-deref of valid-memsafety; empty
	// if nothing is.
	Broken string
	// Why says in one line what the verdict rests on, or what is in the way of one; Where is the place that
	// it speaks of.
	Why   string
	Where Position
	// Reason is the kind of Why, for programs. Of unknown: "limit" (of time, memory, bounds or effort; more
	// may help), "not-supported", "undefined-behaviour", "inexact", "other-task" or "internal-error"; of
	// Holds "bounds", "intervals" or "states"; of Violated "found".
	Reason string
	// Facts are the strongest facts shown, for people.
	Facts []string
	// Assumed is undefined behaviour that may occur, and ends a path without being a violation of the
	// property.
	Assumed []Remark
	// Assumes is what proofs take for granted, in words: that allocation succeeds, sequential consistency.
	Assumes []Remark
	// Notes are remarks on the verdict that do not change it.
	Notes []Remark
	// Messages are the warnings about the program.
	Messages []Message
	// Trace is the replayed execution that violates the property; nil: there is none.
	Trace *Trace
	// Path is the replayed path to a goal of a transition system; nil: there is none.
	Path *Path
	// Several are the answers about each property, if several were asked, in the order in which verdicts are
	// looked at. The other fields are then those of the first that is violated, else of the first that is
	// unknown, else of the first.
	Several []Outcome
	// Engine is the one that answered.
	Engine  string
	Elapsed time.Duration
	// BugReport is the file that describes an internal error, or empty.
	BugReport string

	inner run.Outcome
}

// Position is a place in a file; the zero Position is none.
type Position struct {
	File         string
	Line, Column int // from 1
}

// Remark is something to know about a verdict, with the places that it speaks of.
type Remark struct {
	Text   string
	Places []Position
}

// Message is an error or a warning about a program.
type Message struct {
	Position
	Severity string // "error", "warning" or "note"
	Text     string
}

// Invariant is a condition on variables that holds whenever an execution comes to a place.
type Invariant struct {
	Position
	Function   string
	Expression string // in C
}

// InputError is an error of the user: a missing file, a syntax error, an unknown property, contradictory
// settings.
type InputError struct {
	Err error
	// Messages are about the program; may be empty.
	Messages []Message
}

// Error returns the message.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InputError) Unwrap() error { return e.Err }

// Check decides a task. The error is an *InputError where the input is to blame. A limit, or something that
// is not supported, is no error but the verdict Unknown. A violation was replayed before it is returned.
func Check(ctx context.Context, t Task, opt Options) (Outcome, error) {
	o, err := run.Check(ctx, t.settle(), opt.settle())
	if err != nil {
		if run.IsInputError(err) {
			err = &InputError{err, messages(o.Diagnostics)}
		}
		return Outcome{}, err
	}
	return newOutcome(o), nil
}

// Properties are the names of what can be checked.
func Properties() []string { return names(property.All()...) }

// names are the names of properties, of each member of a conjunction its own.
func names(list ...property.Property) []string {
	var out []string
	for _, p := range list {
		for _, q := range p.Members() {
			out = append(out, string(q))
		}
	}
	return out
}

// Version is the version of whittle, with the revision that it was built from when that is known.
func Version() string { return version.String() }

// Invariants are bounds on variables that hold in every execution, of a program for which the property holds;
// nil for other verdicts.
func (o *Outcome) Invariants(ctx context.Context) ([]Invariant, error) {
	list, err := o.inner.Invariants(ctx)
	var out []Invariant
	for _, i := range list {
		out = append(out, Invariant{Position{i.File, i.Line, i.Column}, i.Function, i.Expression})
	}
	return out, err
}

func newOutcome(o run.Outcome) Outcome {
	res := o.Result
	out := Outcome{Verdict: Verdict(o.Verdict.Kind.String()), Property: names(o.Property), Why: res.Why,
		Where:  position(o.Files, res.Pos),
		Reason: res.Reason.String(), Facts: res.Facts, Messages: messages(o.Diagnostics), Engine: o.Engine,
		Elapsed:   o.Elapsed,
		BugReport: o.BugReport, inner: o}
	if out.Verdict == Violated {
		out.Broken = string(o.Verdict.Property)
		out.Trace = newTrace(res.Trace, o.Files)
		out.Path = newPath(o)
	}
	for _, a := range res.Assumed {
		r := Remark{Text: report.Behaviour(a)}
		if a.Pos.IsValid() {
			r.Places = []Position{position(o.Files, a.Pos)}
		}
		out.Assumed = append(out.Assumed, r)
	}
	for _, p := range o.Assumes() {
		out.Assumes = append(out.Assumes, remark(o, p.Text, p.Places))
	}
	for _, p := range o.Several {
		out.Several = append(out.Several, newOutcome(p))
	}
	for _, n := range o.Remarks() {
		out.Notes = append(out.Notes, remark(o, n.Text, n.Places))
	}
	return out
}

func remark(o run.Outcome, text string, places []source.Pos) Remark {
	r := Remark{Text: text}
	for _, p := range places {
		r.Places = append(r.Places, position(o.Files, p))
	}
	return r
}

func position(files *source.Files, p source.Pos) Position {
	if files == nil || !p.IsValid() {
		return Position{}
	}
	return Position{files.Name(p.File), int(p.Line), int(p.Col)}
}

func messages(d *source.Diagnostics) []Message {
	if d == nil {
		return nil
	}
	var out []Message
	for _, m := range d.All() {
		out = append(out, Message{position(d.Files, m.Pos), m.Severity.String(), m.Message})
	}
	return out
}
